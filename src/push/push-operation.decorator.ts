import { applyDecorators, Header, HttpCode, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { PushOperation } from './journal/journaled-call';

declare module 'fastify' {
  interface FastifyContextConfig {
    pushOperation?: PushOperation;
  }
}

/** The route of an operation of the channel manager: its path is its name, and what it answers is a 200. */
export function PushRoute(operation: PushOperation, contentType: string): MethodDecorator {
  return applyDecorators(
    Post(operation),
    RouteConfig({ pushOperation: operation }),
    HttpCode(200),
    Header('content-type', contentType),
  );
}
