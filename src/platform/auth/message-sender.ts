import { ForbiddenException, Injectable, UnauthorizedException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AccessTokenService } from './access-token.service';
import { FailedAuthentications } from './failed-authentications';
import type { Scope } from './scopes.decorator';
import { isGranted } from './scopes.decorator';

/** Authenticates the sender of a message that contains the access token, which the bearer guard cannot see. */
@Injectable()
export class MessageSender {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly failures: FailedAuthentications,
  ) {}

  /**
   * Authenticates the call as the bearer guard does for a push.
   * @throws UnauthorizedException, TooManyFailuresException, ForbiddenException
   */
  async authenticate(request: FastifyRequest, token: string | undefined, scope: Scope): Promise<void> {
    const sender = token ? await this.tokens.authenticate(token) : undefined;
    if (!sender) {
      await this.failures.count(request.ip);
      throw new UnauthorizedException('The message has no valid access token');
    }
    request.user = sender;
    if (!isGranted(sender.scopes, scope))
      throw new ForbiddenException(`The access token lacks the scope ${scope}`);
    request.isAuthorized = true;
  }

  /**
   * Checks a token against the database. Only a journaled push does not need this check.
   * @throws UnauthorizedException
   */
  async assertStillValid(token: string): Promise<void> {
    if (!(await this.tokens.lookUp(token)))
      throw new UnauthorizedException('The access token is no longer valid');
  }
}
