import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { finalize } from 'rxjs';
import { readBody } from '../../platform/http/json-body';
import { LoadControl } from './load-control';
import { demandOf } from './load-shedding';

/**
 * Receives calls, after the guard has let them in and before the pipes look at them: reads the body, and gives each push
 * a permit, from when its body is there until it is done. A caller that sends slowly holds none, and one that hangs up
 * leaves its push in flight, and so its permit taken. One interceptor does both, as each costs every push.
 */
@Injectable()
export class ReceiveInterceptor implements NestInterceptor {
  constructor(private readonly load: LoadControl) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.method !== 'GET' && request.method !== 'HEAD') request.body = await readBody(request);
    return request.pushOperation ? this.handlePush(request, next) : next.handle();
  }

  private handlePush(request: FastifyRequest, next: CallHandler): Observable<unknown> {
    const permit = this.load.acquire(demandOf(request, request.rawBody?.length ?? 0));
    request.capacity = {
      flow: permit.flow,
      weight: permit.weight,
      suspend: () => this.load.suspend(permit),
    };
    return next.handle().pipe(finalize(() => this.load.release(permit)));
  }
}
