import { applyDecorators, Header, HttpCode, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Scopes } from '../platform/auth/scopes.decorator';
import type { PushOperation } from './operations';
import { PUSHES } from './operations';

declare module 'fastify' {
  interface FastifyContextConfig {
    pushOperation?: PushOperation;
  }
}

const CONTENT_TYPES = {
  sentence: 'text/plain; charset=utf-8',
  boolean: 'application/json; charset=utf-8',
};

/**
 * Declares the route of a push operation by its registry entry. It answers 200.
 * @param isOpen decides whether the route accepts calls without a token
 */
export function PushRoute(operation: PushOperation, isOpen?: Parameters<typeof Scopes>[1]): MethodDecorator {
  const { path, scope, answers } = PUSHES[operation];
  return applyDecorators(
    Post(path),
    RouteConfig({ pushOperation: operation }),
    Scopes(scope, isOpen),
    HttpCode(200),
    Header('content-type', CONTENT_TYPES[answers]),
  );
}
