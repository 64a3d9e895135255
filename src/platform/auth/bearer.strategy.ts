import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import { AccessTokenService } from './access-token.service';
import type { AuthenticatedToken } from '../http/request-context';

/** The request type of passport's strategies. They read its headers, query and body. */
type Request = Parameters<Strategy<never>['authenticate']>[0];

/** Reads the bearer token from the Authorization header only, and authenticates it. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly tokens: AccessTokenService) {
    super();
  }

  /** Passport's strategy also accepts tokens in the query and the body, so it only receives the headers. */
  override authenticate({ headers }: Pick<Request, 'headers'>): void {
    super.authenticate({ headers } as Request);
  }

  async validate(token: string): Promise<AuthenticatedToken | false> {
    return (await this.tokens.authenticate(token)) ?? false;
  }
}
