import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import {
  BadRequestException,
  Injectable,
  PayloadTooLargeException,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Observable } from 'rxjs';
import { parseExactJson } from './exact-json';

const BODY_LIMIT_BYTES = 1_048_576;
const JSON_TYPE = /^application\/json\s*(;|$)/i;
const FOREIGN_CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8)/i;

/**
 * Reads the body, after the guard has let the call in and before the pipes look at it. A body is JSON in
 * UTF-8 of at most 1 MiB; where there is none, whatever the content type says, it is undefined.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.method !== 'GET' && request.method !== 'HEAD') request.body = await readBody(request);
    return next.handle();
  }
}

/** @throws PayloadTooLargeException, UnsupportedMediaTypeException, BadRequestException */
async function readBody(request: FastifyRequest): Promise<unknown> {
  const bytes = await readBytes(request.raw);
  request.rawBody = bytes;
  if (bytes.length === 0) return undefined;
  const type = request.headers['content-type'] ?? '';
  if (!JSON_TYPE.test(type) || FOREIGN_CHARSET.test(type) || request.headers['content-encoding']) {
    throw new UnsupportedMediaTypeException(
      'The body must be application/json in UTF-8, not encoded otherwise',
    );
  }
  try {
    return parseExactJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new BadRequestException('The body is not valid JSON');
  }
}

function readBytes(stream: IncomingMessage): Promise<Buffer> {
  const tooLarge = new PayloadTooLargeException(`The body is larger than ${BODY_LIMIT_BYTES} bytes`);
  if (Number(stream.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) return Promise.reject(tooLarge);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      // What still comes is let flow past unread, so that the caller gets its answer.
      if (size > BODY_LIMIT_BYTES) reject(tooLarge);
      else chunks.push(chunk);
    });
    stream.on('end', () => resolve(Buffer.concat(chunks)));
    stream.on('error', reject);
    stream.on('close', () => reject(new BadRequestException('The call ended before its body did')));
  });
}
