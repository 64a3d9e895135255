import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { finalize } from 'rxjs';
import { operationOf } from '../journal/push-routes';
import { describeFailure, sendFailure } from './failure.filter';
import type { LoopLag } from './loop-lag';
import { OverloadedError, WaitingRoom } from './waiting-room';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a push that has passed the door: to be called when its body is there, or never comes. */
    hasArrived?: () => void;
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
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!operationOf(request)) return next.handle();
    request.hasArrived?.();
    const seat = this.waitingRoom.enter(request.rawBody?.length ?? 0);
    return next.handle().pipe(finalize(() => this.waitingRoom.leave(seat, isDone(request))));
  }
}

/** What is refused or fails never reaches the database, or never comes back from it. */
function isDone({ outcome }: FastifyRequest): boolean {
  return outcome !== undefined && outcome !== 'refused' && outcome !== 'failed';
}

/** Later than this, and more calls come than can be looked at. */
const MOST_LAG_MS = 250;

/**
 * Turns pushes away that would find no seat, before anything else is done for them, the token looked at
 * included: under a flood of calls, what those cost that are turned away is missing to the others. Where calls lie
 * for long before they get to the door, those are turned away that do.
 */
export function turnAwayAtTheDoor(server: FastifyInstance, waitingRoom: WaitingRoom, lag: LoopLag): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (!operationOf(request)) return done();
    try {
      const bytes = Number(request.headers['content-length'] ?? 0);
      if (lag.milliseconds > MOST_LAG_MS)
        throw new OverloadedError('Calls come faster than they can be read');
      waitingRoom.assertOpen(bytes);
      request.hasArrived = waitingRoom.arrive(bytes);
      done();
    } catch (error) {
      if (!(error instanceof OverloadedError)) throw error;
      sendFailure(request, reply, describeFailure(error, request.id));
    }
  });
  server.addHook('onResponse', (request, _reply, done) => {
    request.hasArrived?.();
    done();
  });
}
