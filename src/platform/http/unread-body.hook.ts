import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Node reads a smaller body to its end to keep the connection. */
const LARGE_BYTES = 65_536;

/** A caller that repeats its calls without a pause gets at most ten of these answers a second over each connection. */
export const UNREAD_BODY_PAUSE_MS = 100;

/**
 * Delays the answer to a refused or shed call with a large body that is not read, and then closes its connection. Reading
 * the body would take time from all other calls.
 */
export function slowDownUnreadBodies(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (!isLargeAndUnread(request)) return done();
    void reply.header('connection', 'close');
    setTimeout(done, UNREAD_BODY_PAUSE_MS);
  });
}

/** Whether a call has an unread body that is large or of unknown length. */
export function isLargeAndUnread({ raw, headers, rawBody }: FastifyRequest): boolean {
  if (rawBody || raw.readableDidRead || raw.readableEnded) return false;
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > LARGE_BYTES;
}
