import { BadRequestException, PayloadTooLargeException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import { parseExactJson } from './exact-json';
import { isDeeperThan } from './nesting';
import type { ProblemException } from './problem';
import { invalidBody } from './problem';
import { quote } from './quote';
import { placeOfEncodingError, placeOfJsonError } from './text-place';

const BODY_LIMIT_BYTES = 1_048_576;
/**
 * The limit for the administration. class-transformer recurses through these bodies for every decorated field. It runs
 * out of stack on very deep nesting, and takes many seconds for a hundred thousand elements.
 */
const ADMIN_BODY_LIMIT_BYTES = 65_536;
/** Parsing a megabyte of brackets blocks the process for a tenth of a second. */
const MAX_DEPTH = 32;
declare module 'fastify' {
  interface FastifyContextConfig {
    /** The largest body of a route that parses its body itself. */
    maxRawBytes?: number;
    /** The largest JSON body of a route that accepts a larger one than the others of its kind. */
    maxBytes?: number;
    /** Whether the route reads its body itself, piece by piece. */
    readsOwnBody?: boolean;
  }
}

/** UTF-8 and its subset. */
const CHARSETS = ['utf-8', 'utf8', 'us-ascii'];

/**
 * Receives the bytes of a body that nothing else has read, as `rawBody` of the request: at most 1 MiB, or 64 KiB in the
 * administration, unless the route says otherwise.
 * @throws PayloadTooLargeException, BadRequestException
 */
export async function receiveBody(request: FastifyRequest): Promise<void> {
  const { config, url = '' } = request.routeOptions;
  const usualLimit = url.startsWith('/admin') ? ADMIN_BODY_LIMIT_BYTES : BODY_LIMIT_BYTES;
  request.rawBody = await readBytes(request.raw, config.maxRawBytes ?? config.maxBytes ?? usualLimit);
}

/**
 * Reads the received bytes: JSON in UTF-8 with at most 32 levels. A route that parses its body itself gets the bytes.
 * @returns undefined if there is no body, for any content type
 * @throws ProblemException 415, BadRequestException
 */
export function readBody({ rawBody, headers, routeOptions }: FastifyRequest): unknown {
  if (routeOptions.config.maxRawBytes !== undefined) return rawBody;
  if (!rawBody || rawBody.length === 0) return undefined;
  const problem = wrongContentType(headers);
  if (problem) throw problem;
  return parseBody(rawBody);
}

/**
 * Describes, with the received value, why the headers do not announce JSON, or another expected type, in UTF-8. Undefined if
 * they do. The type is parsed by RFC 9110 as leniently as browsers do: a push must not fail because of quotes, spaces or
 * empty parameters.
 */
export function wrongContentType(
  headers: IncomingHttpHeaders,
  expected = 'application/json',
): ProblemException | undefined {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = headers;
  const refuse = (got: string) => invalidBody(415, `The body must be ${expected}${got}`);
  if (type === undefined) return refuse(', got no Content-Type');
  const { essence, charset } = readType(type);
  if (essence !== expected) return refuse(`, got ${shown(essence ?? type)}`);
  if (!CHARSETS.includes(charset)) return refuse(` in UTF-8, got charset ${shown(charset)}`);
  if (encoding.trim().toLowerCase() === 'identity') return undefined;
  return refuse(`, not compressed, got Content-Encoding ${shown(encoding)}`);
}

function readType(header: string): { essence?: string; charset: string } {
  try {
    const { essence, params } = new MIMEType(header);
    return { essence, charset: params.get('charset')?.toLowerCase() ?? 'utf-8' };
  } catch {
    return { charset: '' };
  }
}

/** An HTTP token needs no quotes. */
function shown(value: string): string {
  return /^[\w!#$%&'*+.^`|~/-]{1,30}$/.test(value) ? value : quote(value);
}

/** @throws BadRequestException that names the place of the error */
function parseBody(bytes: Buffer): unknown {
  const text = decode(bytes);
  if (isDeeperThan(MAX_DEPTH, text))
    throw new BadRequestException(`The body is nested deeper than ${MAX_DEPTH} levels`);
  try {
    return parseExactJson(text);
  } catch {
    const place = placeOfJsonError(text);
    throw new BadRequestException(`The body is not valid JSON${place ? `: ${place}` : ''}`);
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BadRequestException(`The body is not valid JSON: not UTF-8 at ${placeOfEncodingError(bytes)}`);
  }
}

/** The exception is created only when it is thrown, because its stack trace costs more than reading a small body. */
function readBytes(stream: IncomingMessage, limit: number): Promise<Buffer> {
  const advice = limit === BODY_LIMIT_BYTES ? ': send it in several calls' : '';
  const tooLarge = () => new PayloadTooLargeException(`The body is larger than ${limit} bytes${advice}`);
  if (Number(stream.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      // The rest of the body is discarded, so that the caller receives its answer.
      if (size > limit) reject(tooLarge());
      else chunks.push(chunk);
    });
    stream.on('end', () => resolve(Buffer.concat(chunks)));
    stream.on('error', reject);
    stream.on('close', () => {
      if (!stream.complete) reject(new BadRequestException('The call ended before its body was complete'));
    });
  });
}
