import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import { AccessTokenService } from './access-token.service';
import type { AuthenticatedToken } from '../http/request-context';

/** What passport's strategies are written against; they read its headers, query and body. */
type Request = Parameters<Strategy<never>['authenticate']>[0];

/** Reads the bearer token, from the Authorization header only, and tells whose it is. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly tokens: AccessTokenService) {
    super();
  }

  /** Passport's strategy also takes tokens from the query and the body: it is shown neither. */
  override authenticate({ headers }: Pick<Request, 'headers'>): void {
    super.authenticate({ headers } as Request);
  }

  async validate(token: string): Promise<AuthenticatedToken | false> {
    return (await this.tokens.authenticate(token)) ?? false;
  }
}
