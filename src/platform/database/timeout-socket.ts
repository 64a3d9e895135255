import { Socket } from 'node:net';

/** The injection token of the time in milliseconds after which a silent connection is closed. */
export const SILENCE_MS = Symbol('SILENCE_MS');

/** Longer than any statement of the service, and short enough for a second attempt within a caller's timeout. */
export const DEFAULT_SILENCE_MS = 15_000;

/**
 * A socket to the database that is destroyed if no data is sent or received for too long: the server is frozen or the
 * network is interrupted. Its statements fail with a retryable error, and the pool drops the connection. A late answer
 * must never be taken for the answer to a later statement. The pool closes idle connections long before this timeout.
 */
export function timeoutSocket(silenceMs: number): Socket {
  const socket = new Socket();
  const silent = Object.assign(new Error(`The database has been silent for ${silenceMs / 1000} s`), {
    code: 'ETIMEDOUT',
  });
  return socket.setTimeout(silenceMs, () => socket.destroy(silent));
}
