import type { ExecutionContext } from '@nestjs/common';
import { ForbiddenException, Inject, Injectable, UnauthorizedException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { AccessTokenService } from './access-token.service';
import { FailedAuthentications } from './failed-authentications';
import type { Access, Scope } from './scopes.decorator';
import { ACCESS, isGranted, neededScope } from './scopes.decorator';
import { credentialsOf } from '../http/credentials';
import type { AuthenticatedToken } from '../http/request-context';

/**
 * Guards every route, and runs before the body is read. A route declares its access with `@Scopes` or `@Public`; a route
 * without a declaration is closed.
 */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: AccessTokenService,
    private readonly failures: FailedAuthentications,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  /** @throws UnauthorizedException, TooManyFailuresException, ForbiddenException */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === undefined) throw new ForbiddenException('This route declares no access');
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const isOpen = access === 'public' || (access.openWhen?.(this.config) && !request.dryRun);
    if (isOpen) return (request.isAuthorized = true);

    if (access.isTokenInMessage) return true;

    try {
      await super.canActivate(context);
      // The journal checks the token of a push again. For all other calls, the check is here.
      if (!request.pushOperation) await this.assertStillValid(request, access.scope);
    } catch (error) {
      if (error instanceof UnauthorizedException) await this.failures.count(request.ip);
      throw error;
    }
    const needed = neededScope(access, request.method);
    const accepted = access.orScope ? [needed, access.orScope] : [needed];
    if (!accepted.some((scope) => isGranted(request.user?.scopes ?? [], scope))) {
      throw new ForbiddenException(`The access token lacks the scope ${accepted.join(' or ')}`);
    }
    return (request.isAuthorized = true);
  }

  /** Passport would answer a bare "Unauthorized". Errors inside the service pass unchanged. */
  override handleRequest<T = AuthenticatedToken>(error: Error | null, token: T | false): T {
    if (error) throw error;
    if (!token)
      throw new UnauthorizedException('A valid access token is needed: Authorization: Bearer <ACCESS_TOKEN>');
    return token;
  }

  private async assertStillValid(request: FastifyRequest, scope: Scope): Promise<void> {
    const { value } = credentialsOf(request.headers);
    const lookUp = scope === 'metrics' ? this.tokens.lookUpIfPossible(value) : this.tokens.lookUp(value);
    this.handleRequest(null, (await lookUp) ?? false);
  }
}
