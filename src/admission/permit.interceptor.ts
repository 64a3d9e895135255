import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { finalize } from 'rxjs';
import { AdmissionControl } from './admission-control';

/**
 * Gives each push a permit, from when its body is there until it is done: a caller that sends slowly holds none, and
 * one that hangs up leaves its push in flight, and so its permit taken.
 */
@Injectable()
export class PermitInterceptor implements NestInterceptor {
  constructor(private readonly admission: AdmissionControl) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!request.pushOperation) return next.handle();
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
