import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { uuidv7 } from 'uuidv7';
import { problemDetails } from './problem';

/** The status for errors of Node's parser: requests that are too slow or have too large headers. Others are a 400. */
const STATUS_BY_CODE = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
]);

/**
 * Answers input that is not HTTP and therefore belongs to no request or operation. The answer is problem details with a
 * request id, without the input that the parser refused. The rest of the connection cannot be trusted, so it is closed.
 */
export function answerMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const requestId = uuidv7();
  const status = STATUS_BY_CODE.get(error.code ?? '') ?? 400;
  const detail = 'The request is not valid HTTP, its headers are too large, or it is too slow';
  const body = JSON.stringify(problemDetails(status, detail, requestId));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
      `X-Request-Id: ${requestId}\r\n` +
      'Content-Type: application/problem+json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
