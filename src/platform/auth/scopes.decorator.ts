import type { CustomDecorator } from '@nestjs/common';
import { SetMetadata } from '@nestjs/common';
import type { Config } from '../config/config';

/**
 * `push`: the operations of the channel manager. `read`: the read-only calls of the administration. `metrics`: the
 * metrics. `admin`: everything except the operations of the channel manager.
 */
export const SCOPES = ['push', 'read', 'metrics', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** The access that a route declares. A route without a declaration is closed. */
export type Access = { scope: Scope; openWhen?: (config: Config) => boolean } | 'public';

export const ACCESS = 'access';

/** Opens a route, or all routes of a controller, to tokens with a scope. */
export const Scopes = (scope: Scope, openWhen?: (config: Config) => boolean): CustomDecorator =>
  SetMetadata(ACCESS, { scope, openWhen } satisfies Access);

/** Opens a route to everyone, without a token. */
export const Public = (): CustomDecorator => SetMetadata(ACCESS, 'public' satisfies Access);

/** The scope that a call needs. Read-only administration routes need only `read`. */
export function neededScope({ scope }: Exclude<Access, 'public'>, method: string): Scope {
  return scope === 'admin' && ['GET', 'HEAD'].includes(method) ? 'read' : scope;
}

/** Whether a token with these scopes may make a call that needs this scope. */
export function isGranted(scopes: readonly string[], needed: Scope): boolean {
  return scopes.includes(needed) || (needed !== 'push' && scopes.includes('admin'));
}
