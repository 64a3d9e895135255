import { Socket } from 'node:net';

/** Longer than any statement of the service may take, and short enough for a second try within a caller's patience. */
const TIMEOUT_MS = 15_000;

/**
 * A socket to the database that ends itself when nothing has gone or come on it for too long: the server is
 * frozen, or gone without a word. Whoever waits on it gets an error that is worth another try, and the pool
 * drops the connection: an answer that still comes must never meet the next question. An idle connection is
 * closed by the pool long before.
 */
export function timeoutSocket(silenceMs = TIMEOUT_MS): Socket {
  const socket = new Socket();
  const silent = Object.assign(new Error(`The database has been silent for ${silenceMs / 1000} s`), {
    code: 'ETIMEDOUT',
  });
  // Connecting puts Node's own `write` in place.
  socket.once('connect', () => coalesceWrites(socket));
  return socket.setTimeout(silenceMs, () => socket.destroy(silent));
}

/** Lets what is sent together travel together: a packet for each statement would wake the server up for each. */
function coalesceWrites(socket: Socket): void {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  socket.write = (...args: unknown[]) => {
    socket.cork();
    process.nextTick(() => socket.uncork());
    return write(...args);
  };
}
