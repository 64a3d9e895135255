import { applyDecorators, Header, HttpCode, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { RestrictedAccess } from '../platform/auth/scopes.decorator';
import { Scopes } from '../platform/auth/scopes.decorator';
import type { PushOperation } from './operations';
import { MAX_MESSAGE_BYTES, PUSHES } from './operations';
import { DRY_RUN_PATH } from './dry-run/dry-run.hook';

declare module 'fastify' {
  interface FastifyContextConfig {
    pushOperation?: PushOperation;
  }
}

const CONTENT_TYPES = {
  sentence: 'text/plain; charset=utf-8',
  boolean: 'application/json; charset=utf-8',
  channex: 'application/json; charset=utf-8',
  siteconnect: 'text/xml; charset=utf-8',
};

/**
 * Declares the routes of a push operation and of its dry run by its registry entry. They answer 200.
 * @param openWhen decides whether the route accepts calls without a token
 */
export function PushRoute(
  operation: PushOperation,
  openWhen?: RestrictedAccess['openWhen'],
): MethodDecorator {
  const { path, scope, answers, sets } = PUSHES[operation];
  const maxRawBytes = sets === 'message' ? MAX_MESSAGE_BYTES : undefined;
  return applyDecorators(
    Post([path, DRY_RUN_PATH + path]),
    RouteConfig({ pushOperation: operation, maxRawBytes }),
    Scopes(scope, { openWhen }),
    HttpCode(200),
    Header('content-type', CONTENT_TYPES[answers]),
  );
}
