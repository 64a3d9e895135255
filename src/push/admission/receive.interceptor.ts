import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { finalize } from 'rxjs';
import { readBody } from '../../platform/http/json-body';
import { AdmissionControl } from './admission-control';

/**
 * Receives calls, after the guard has let them in and before the pipes look at them: reads the body, and gives each push
 * a permit, from when its body is there until it is done. A caller that sends slowly holds none, and one that hangs up
 * leaves its push in flight, and so its permit taken. It is one interceptor for both, as each costs every push.
 */
@Injectable()
export class ReceiveInterceptor implements NestInterceptor {
  constructor(private readonly admission: AdmissionControl) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.method !== 'GET' && request.method !== 'HEAD') request.body = await readBody(request);
    return request.pushOperation ? this.handlePush(request, next) : next.handle();
  }

  private handlePush(request: FastifyRequest, next: CallHandler): Observable<unknown> {
    request.endReceiving?.();
    const permit = this.admission.acquire(request.rawBody?.length ?? 0);
    request.capacity = {
      weight: permit.weight,
      isCounted: permit.isCounted,
      suspend: () => this.admission.suspend(permit),
      resume: () => this.admission.resume(permit),
    };
    return next.handle().pipe(finalize(() => this.admission.release(permit, isCompleted(request))));
  }
}

/** What is refused or fails never reaches the database, or never comes back from it. */
const NOT_COMPLETED = ['refused', 'failed', 'unavailable'];

function isCompleted({ outcome }: FastifyRequest): boolean {
  return outcome !== undefined && !NOT_COMPLETED.includes(outcome);
}
