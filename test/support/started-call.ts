import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:http';
import type { TestService } from './service';

/** The answer to a call whose body the caller has not sent completely. */
interface EarlyAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The time from the call to its complete answer, in milliseconds. */
  readonly tookMs: number;
}

/** The pause before such an answer is 100 ms. A timer may fire a millisecond early. */
export const SHORTEST_PAUSE_MS = 98;

/** Starts a call with a body of unknown length, sends one byte of it, and waits for the answer. */
export async function startCall(service: TestService, path: string, token: string): Promise<EarlyAnswer> {
  const startedAt = performance.now();
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
  return { status: answer.statusCode, headers: answer.headers, text, tookMs: performance.now() - startedAt };
}
