import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Observable } from 'rxjs';
import { firstValueFrom, of } from 'rxjs';

export const PROGRESS_TYPE = 'application/x-ndjson';
/** A call that ends within this time has an ordinary answer, with its own status. */
const SHORT_MS = 500;
/** A line is sent this often, also without progress, so that no proxy takes the connection for idle. */
const EVERY_MS = 250;
const UNREFERENCED = { ref: false };

declare module 'fastify' {
  interface FastifyInstance {
    /** Logs a failure whose answer has begun already, and returns its problem details. */
    problemOf: (error: unknown, request: FastifyRequest) => object;
  }
}

/**
 * Answers a long call with lines of JSON if the caller accepts them: how much is done, and at the end the result or the
 * problem. The call continues if the caller leaves.
 */
@Injectable()
export class ProgressInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (!acceptsProgress(request.headers.accept)) return next.handle();
    let progress = { done: 0, total: 0 };
    request.onProgress = (done, total) => (progress = { done, total });
    const answer = firstValueFrom(next.handle());
    const ended = answer.then(() => true);
    if (await Promise.race([ended, delay(SHORT_MS, false, UNREFERENCED)])) return of(await answer);
    const last = answer.then(
      (result) => ({ result }),
      (error: unknown) => ({ problem: request.server.problemOf(error, request) }),
    );
    void http
      .getResponse<FastifyReply>()
      .headers({ 'content-type': `${PROGRESS_TYPE}; charset=utf-8`, 'x-accel-buffering': 'no' });
    return of(Readable.from(linesUntil(last, () => progress)));
  }
}

function acceptsProgress(accept = ''): boolean {
  return accept.split(',').some((range) => range.split(';')[0]?.trim().toLowerCase() === PROGRESS_TYPE);
}

async function* linesUntil(last: Promise<object>, progress: () => object): AsyncGenerator<string> {
  for (;;) {
    const end = await Promise.race([last, delay(EVERY_MS, undefined, UNREFERENCED)]);
    yield `${JSON.stringify(end ?? progress())}\n`;
    if (end) return;
  }
}
