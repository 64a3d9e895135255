import type { CustomDecorator } from '@nestjs/common';
import { SetMetadata } from '@nestjs/common';
import type { Config } from '../config/config';

/** `push`: the operations of the channel manager. `admin`: everything for administrators and operators. */
export type Scope = 'push' | 'admin';

/** What a route declares about who may call it. A route that declares nothing is closed. */
export type Access = { scope: Scope; openWhen?: (config: Config) => boolean } | 'public';

export const ACCESS = 'access';

/** Opens a route, or all routes of a controller, to tokens of a scope. */
export const Scopes = (scope: Scope, openWhen?: (config: Config) => boolean): CustomDecorator =>
  SetMetadata(ACCESS, { scope, openWhen } satisfies Access);

/** Opens a route to everyone, without a token. */
export const Public = (): CustomDecorator => SetMetadata(ACCESS, 'public' satisfies Access);
