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
/**
 * Of the administration. What goes through its bodies by recursion and for every decorated field, as class-transformer
 * does, runs out of stack on one that is nested without end, and takes many seconds for a hundred thousand elements.
 */
const ADMIN_BODY_LIMIT_BYTES = 65_536;
const ADMIN_MAX_DEPTH = 32;
const JSON_TYPE = /^application\/json\s*(;|$)/i;
const FOREIGN_CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8)/i;

/**
 * Reads the body, after the guard has let the call in and before the pipes look at it. A body is JSON in
 * UTF-8 of at most 1 MiB, or 64 KiB and 32 levels in the administration; where there is none, whatever the content type says, it is undefined.
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
  const isAdministration = request.routeOptions.url?.startsWith('/admin') ?? false;
  const bytes = await readBytes(request.raw, isAdministration ? ADMIN_BODY_LIMIT_BYTES : BODY_LIMIT_BYTES);
  request.rawBody = bytes;
  if (bytes.length === 0) return undefined;
  const type = request.headers['content-type'] ?? '';
  if (!JSON_TYPE.test(type) || FOREIGN_CHARSET.test(type) || request.headers['content-encoding']) {
    throw new UnsupportedMediaTypeException(
      'The body must be application/json in UTF-8, not encoded otherwise',
    );
  }
  const body = parseBody(bytes);
  if (isAdministration && isDeeperThan(ADMIN_MAX_DEPTH, body)) {
    throw new BadRequestException(`The body is nested deeper than ${ADMIN_MAX_DEPTH} levels`);
  }
  return body;
}

function parseBody(bytes: Buffer): unknown {
  try {
    return parseExactJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new BadRequestException('The body is not valid JSON');
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

/** An exception is made only where it is thrown: the stack that it takes down costs more than reading a small body. */
function readBytes(stream: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () => new PayloadTooLargeException(`The body is larger than ${limit} bytes`);
  if (Number(stream.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      // What still comes is let flow past unread, so that the caller gets its answer.
      if (size > limit) reject(tooLarge());
      else chunks.push(chunk);
    });
    stream.on('end', () => resolve(Buffer.concat(chunks)));
    stream.on('error', reject);
    stream.on('close', () => {
      if (!stream.complete) reject(new BadRequestException('The call ended before its body did'));
    });
  });
}
