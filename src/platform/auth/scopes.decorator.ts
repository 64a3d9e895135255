import type { CustomDecorator } from '@nestjs/common';
import { SetMetadata } from '@nestjs/common';
import type { Config } from '../config/config';

/**
 * `push`: the operations of the channel manager. `read`: the read-only calls of the administration. `decide`: these, and
 * what people decide day by day: held prices, undo and closures. `metrics`: the metrics. `admin`: everything except the
 * operations of the channel manager.
 */
export const SCOPES = ['push', 'read', 'decide', 'metrics', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes that another scope includes. */
const INCLUDED: Partial<Record<string, readonly Scope[]>> = {
  decide: ['read'],
  admin: ['read', 'decide', 'metrics'],
};

/** The access that a route declares. A route without a declaration is closed. */
export type Access = RestrictedAccess | 'public';

export interface RestrictedAccess {
  scope: Scope;
  /** Decides whether the route is open without a token. */
  openWhen?: (config: Config) => boolean;
  /** Another scope that is enough. */
  orScope?: Scope;
  /** Whether the token may be inside of the message: then the route checks it with `MessageSender`. */
  isTokenInMessage?: boolean;
}

export const ACCESS = 'access';

/** Opens a route, or all routes of a controller, to tokens with a scope. */
export const Scopes = (scope: Scope, options: Omit<RestrictedAccess, 'scope'> = {}): CustomDecorator =>
  SetMetadata(ACCESS, { scope, ...options } satisfies Access);

/** Opens a route to everyone, without a token. */
export const Public = (): CustomDecorator => SetMetadata(ACCESS, 'public' satisfies Access);

/** The scope that a call needs. Read-only administration routes need only `read`. */
export function neededScope({ scope }: Exclude<Access, 'public'>, method: string): Scope {
  const isAdministration = scope === 'admin' || scope === 'decide';
  return isAdministration && ['GET', 'HEAD'].includes(method) ? 'read' : scope;
}

/** Whether a token with these scopes may make a call that needs this scope. */
export function isGranted(scopes: readonly string[], needed: Scope): boolean {
  return scopes.some((scope) => scope === needed || INCLUDED[scope]?.includes(needed));
}
