import { BadRequestException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { wrongContentType } from './json-body';
import { placeOfEncodingError } from './text-place';

/**
 * Reads the received bytes as text of a type. The route needs `maxRawBytes`.
 * @throws ProblemException 415, BadRequestException
 */
export function readText({ rawBody = Buffer.alloc(0), headers }: FastifyRequest, type: string): string {
  const problem = wrongContentType(headers, type);
  if (problem) throw problem;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(rawBody);
  } catch {
    throw new BadRequestException(`The body is not UTF-8: ${placeOfEncodingError(rawBody)}`);
  }
}
