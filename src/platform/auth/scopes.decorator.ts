import type { CustomDecorator } from '@nestjs/common';
import { SetMetadata } from '@nestjs/common';
import type { Config } from '../config/config';

/**
 * `push`: the operations of the channel manager. `read`: what the administration only reads. `metrics`: the metrics.
 * `admin`: all but the operations of the channel manager.
 */
export const SCOPES = ['push', 'read', 'metrics', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a route declares about who may call it. A route that declares nothing is closed. */
export type Access = { scope: Scope; openWhen?: (config: Config) => boolean } | 'public';

export const ACCESS = 'access';

/** Opens a route, or all routes of a controller, to tokens of a scope. */
export const Scopes = (scope: Scope, openWhen?: (config: Config) => boolean): CustomDecorator =>
  SetMetadata(ACCESS, { scope, openWhen } satisfies Access);

/** Opens a route to everyone, without a token. */
export const Public = (): CustomDecorator => SetMetadata(ACCESS, 'public' satisfies Access);

/** The scope that a call of a route needs: what only reads among the routes of administrators needs less. */
export function neededScope({ scope }: Exclude<Access, 'public'>, method: string): Scope {
  return scope === 'admin' && ['GET', 'HEAD'].includes(method) ? 'read' : scope;
}

/** Whether a token with these scopes may make a call that needs one. */
export function isGranted(scopes: readonly string[], needed: Scope): boolean {
  return scopes.includes(needed) || (needed !== 'push' && scopes.includes('admin'));
}
