import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { finalize } from 'rxjs';
import { BODY_LIMIT_BYTES } from '../http/json-body.interceptor';
import { operationOf } from '../journal/push-routes';
import { WaitingRoom } from './waiting-room';

/**
 * Gives each push a seat, after the guard and before its body is read, until it is done. A caller that hangs up
 * leaves its push behind, and so its seat stays taken.
 */
@Injectable()
export class AdmissionInterceptor implements NestInterceptor {
  constructor(private readonly waitingRoom: WaitingRoom) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!operationOf(request.url)) return next.handle();
    // A body without a length may have any; one that is too long is not read.
    const announced = Number(request.headers['content-length'] ?? BODY_LIMIT_BYTES);
    const seat = this.waitingRoom.enter(Math.min(announced, BODY_LIMIT_BYTES));
    return next.handle().pipe(finalize(() => this.waitingRoom.leave(seat, isDone(request))));
  }
}

/** What is refused or fails never reaches the database, or never comes back from it. */
function isDone({ outcome }: FastifyRequest): boolean {
  return outcome !== undefined && outcome !== 'refused' && outcome !== 'failed';
}
