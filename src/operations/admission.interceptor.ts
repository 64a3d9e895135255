import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { finalize } from 'rxjs';
import { operationOf } from '../journal/push-routes';
import { WaitingRoom } from './waiting-room';

/** Turns pushes away that cannot be taken, after the guard and before their body is read. */
@Injectable()
export class AdmissionInterceptor implements NestInterceptor {
  constructor(private readonly waitingRoom: WaitingRoom) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = pushOf(context);
    if (request) this.waitingRoom.assertOpen(Number(request.headers['content-length'] ?? 0));
    return next.handle();
  }
}

/**
 * Gives each push a seat, from when its body is there until it is done: a caller that sends slowly takes
 * none, and one that hangs up leaves its push behind, and so its seat taken.
 */
@Injectable()
export class SeatInterceptor implements NestInterceptor {
  constructor(private readonly waitingRoom: WaitingRoom) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = pushOf(context);
    if (!request) return next.handle();
    const seat = this.waitingRoom.enter(request.rawBody?.length ?? 0);
    return next.handle().pipe(finalize(() => this.waitingRoom.leave(seat, isDone(request))));
  }
}

function pushOf(context: ExecutionContext): FastifyRequest | undefined {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return operationOf(request.url) && request;
}

/** What is refused or fails never reaches the database, or never comes back from it. */
function isDone({ outcome }: FastifyRequest): boolean {
  return outcome !== undefined && outcome !== 'refused' && outcome !== 'failed';
}
