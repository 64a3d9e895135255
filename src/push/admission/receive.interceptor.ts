import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { defer, finalize, tap } from 'rxjs';
import { readBody, receiveBody } from '../../platform/http/json-body';
import { admit } from './admit';
import { AdmissionControl } from './admission-control';
import { demandOf } from './load-shedding';
import { RoomAccess } from './room-access';

/**
 * Receives calls after the guard and before the pipes: it refuses a push whose token is not for its room, receives the
 * body, and gives each push a permit from the end of its body until it is done. The body is parsed after that, so that
 * a flood whose bodies arrive together costs little. A caller that sends slowly holds no permit. A caller that hangs up
 * leaves its push in flight, with its permit. A route that reads its body itself, piece by piece, also acquires
 * its own permit. One interceptor does all of this, because each interceptor adds to the cost of a push.
 */
@Injectable()
export class ReceiveInterceptor implements NestInterceptor {
  constructor(
    private readonly admission: AdmissionControl,
    private readonly roomAccess: RoomAccess,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.routeOptions.config.readsOwnBody) return next.handle();
    const isPush = request.pushOperation !== undefined || request.dryRun !== undefined;
    if (isPush) await this.roomAccess.assertAllowed(request);
    if (request.method === 'GET' || request.method === 'HEAD') return next.handle();
    await receiveBody(request);
    const handled = defer(() => {
      request.body = readBody(request);
      return next.handle();
    });
    return isPush ? this.handlePush(request, handled) : handled;
  }

  private handlePush(request: FastifyRequest, push: Observable<unknown>): Observable<unknown> {
    const { capacity, release } = admit(this.admission, demandOf(request, request.rawBody?.length ?? 0));
    request.capacity = capacity;
    const handled = push.pipe(finalize(release));
    if (!request.user?.propertyNames) return handled;
    return handled.pipe(tap({ error: (error) => this.roomAccess.noticeFailure(request, error) }));
  }
}
