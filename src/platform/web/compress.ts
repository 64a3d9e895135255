import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

/** Compresses well at the speed of gzip. A browser requests each file only once. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Compresses a file if the browser accepts it. A Fastify `onSend` hook. */
export function compress(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  void reply.header('vary', 'accept-encoding');
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = ['br', 'gzip'].find((name) => accepted.includes(name));
  if (!encoding || reply.statusCode !== 200 || !isStream(payload)) {
    done(null, payload);
    return;
  }
  void reply.header('content-encoding', encoding).removeHeader('content-length');
  void reply.removeHeader('accept-ranges');
  done(null, payload.pipe(encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip()));
}

function isStream(payload: unknown): payload is Readable {
  return typeof (payload as Readable | null)?.pipe === 'function';
}
