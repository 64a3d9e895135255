import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { createParamDecorator, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { tap } from 'rxjs';
import { digestOf } from './digest';
import { ProblemException } from './problem';
import { quote } from './quote';

/** The characters of a strong tag, RFC 9110, section 8.8.3. A weak tag begins with `W/`. */
const TAGS = /^[\s,]*(?:(?:W\/)?"[!#-~\x80-\xff]*"\s*(?:,[\s,]*|$))+$/;
const STRONG_TAG = /(W\/)?("[^"]*")/g;

/**
 * Returns the strong entity tag of a record as the API represents it. The tag is a digest of the whole representation, so
 * it needs no column, and it also changes after a change by SQL.
 */
export function entityTagOf(representation: object): string {
  return `"${digestOf(representation)}"`;
}

/** The condition of a change: the record still has one of the tags that the caller has read (RFC 9110, section 13.1.1). */
export class IfMatch {
  /** @param tags the strong tags; null for `*`, which every record matches */
  private constructor(private readonly tags: ReadonlySet<string> | null) {}

  /** A weak tag never matches. @throws ProblemException 400 for a header that has neither `*` nor tags */
  static parse(header: string): IfMatch {
    if (header.trim() === '*') return new IfMatch(null);
    if (!TAGS.test(header)) {
      const message = `must be * or entity tags in quotes, as "abc", "def"; got ${quote(header)}`;
      throw new ProblemException(400, `If-Match ${message}`, [{ pointer: '/If-Match', message }]);
    }
    const tags = [...header.matchAll(STRONG_TAG)].flatMap(([, weak, tag = '']) => (weak ? [] : tag));
    return new IfMatch(new Set(tags));
  }

  /** Whether it has only weak tags, which no record matches. */
  get isWeak(): boolean {
    return this.tags?.size === 0;
  }

  allows(representation: object): boolean {
    return this.tags === null || this.tags.has(entityTagOf(representation));
  }
}

/** The condition of the call that is being answered; undefined if it has none. */
export const Condition = createParamDecorator(
  (_: unknown, context: ExecutionContext): IfMatch | undefined => {
    const header = context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'];
    return header === undefined ? undefined : IfMatch.parse(header);
  },
);

/** Adds the entity tag of an answered record. */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<object> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(tap((record) => void reply.header('etag', entityTagOf(record))));
  }
}
