import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import { AccessTokenService } from './access-token.service';
import { credentialsOf } from '../http/credentials';
import type { AuthenticatedToken } from '../http/request-context';

/** The request type of passport's strategies. They read its headers, query and body. */
type Request = Parameters<Strategy<never>['authenticate']>[0];

/** Reads the bearer token from the Authorization header only, and authenticates it. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly tokens: AccessTokenService) {
    super();
  }

  /**
   * Passport's strategy also accepts tokens in the query and the body, and only one space before the token. This method
   * therefore gives it nothing but the header, in the form that it expects.
   */
  override authenticate({ headers }: Pick<Request, 'headers'>): void {
    const { scheme, value } = credentialsOf(headers);
    super.authenticate({ headers: { authorization: `${scheme} ${value}` } } as Request);
  }

  async validate(token: string): Promise<AuthenticatedToken | false> {
    return (await this.tokens.authenticate(token)) ?? false;
  }
}
