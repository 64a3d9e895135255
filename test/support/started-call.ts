import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import type { TestService } from './service';

/** Starts a call with a body of unknown length, sends one byte of it, and waits for the answer. */
export async function startCall(service: TestService, path: string, token: string) {
  const call = request(service.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    agent: false,
  });
  call.write('[');
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  call.on('error', () => undefined);
  const text = Buffer.concat(await answer.toArray()).toString('utf8');
  call.destroy();
  return { status: answer.statusCode, headers: answer.headers, text };
}
