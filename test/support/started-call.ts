import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { UNREAD_BODY_PAUSE_MS } from '../../src/platform/http/unread-body.hook';
import type { TestService } from './service';

/** The answer to a call whose body the caller has not sent completely. */
interface EarlyAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The time from the call to its complete answer, in milliseconds. */
  readonly tookMs: number;
}

/** Node counts timers in whole milliseconds, so one may fire a millisecond early. The other millisecond is a margin. */
export const SHORTEST_PAUSE_MS = UNREAD_BODY_PAUSE_MS - 2;

/**
 * Starts a call, sends one byte of its body, and waits for the answer.
 * @param bytes the length of the body that the call announces; left out for an unknown length
 */
export async function startCall(
  service: TestService,
  path: string,
  token: string,
  bytes?: number,
): Promise<EarlyAnswer> {
  const startedAt = performance.now();
  const call = request(service.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(bytes !== undefined && { 'content-length': bytes }),
    },
    agent: false,
  });
  call.write('[');
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  call.on('error', () => undefined);
  const text = Buffer.concat(await answer.toArray()).toString('utf8');
  call.destroy();
  return { status: answer.statusCode, headers: answer.headers, text, tookMs: performance.now() - startedAt };
}
