import { Socket } from 'node:net';

/** The provider of the time after which a silent connection is given up, in milliseconds. */
export const SILENCE_MS = Symbol('SILENCE_MS');

/** Longer than any statement of the service may take, and short enough for a second attempt within a caller's timeout. */
export const DEFAULT_SILENCE_MS = 15_000;

/**
 * A socket to the database that is destroyed when nothing was sent or received on it for too long: the server is frozen,
 * or the network is interrupted. Statements on it fail with an error that is retried, and the pool drops the connection:
 * an answer that still comes must never be taken for that to a later statement. Idle connections are closed by the pool
 * long before.
 */
export function timeoutSocket(silenceMs: number): Socket {
  const socket = new Socket();
  const silent = Object.assign(new Error(`The database has been silent for ${silenceMs / 1000} s`), {
    code: 'ETIMEDOUT',
  });
  return socket.setTimeout(silenceMs, () => socket.destroy(silent));
}
