import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { isUUID } from 'class-validator';
import { EntityManager } from 'typeorm';
import { pageOf } from '../http/page';
import { invalid, notFound } from '../http/problem';
import type {
  AccessTokenPage,
  CreateAccessTokenDto,
  CreatedAccessToken,
  ListAccessTokensDto,
} from './access-token.dto';
import { AccessTokenRepository } from './access-token.repository';
import { AccessTokenService } from './access-token.service';

/** Owns what people do to access tokens. */
@Injectable()
export class AccessTokenAdministrationService {
  constructor(
    @InjectEntityManager() private readonly manager: EntityManager,
    private readonly repository: AccessTokenRepository,
    private readonly tokens: AccessTokenService,
  ) {}

  /** @throws ProblemException 400 where it would have expired already */
  async create({ name, scopes, expiresAt }: CreateAccessTokenDto): Promise<CreatedAccessToken> {
    const expiry = expiresAt ? new Date(expiresAt) : null;
    if (expiry && expiry.getTime() <= Date.now()) {
      throw invalid([{ pointer: '/expiresAt', message: 'must be in the future' }]);
    }
    const { id, token } = await this.tokens.create(name, scopes, expiry);
    return { id, name, scopes, expiresAt: expiry, lastUsedAt: null, revokedAt: null, token };
  }

  /** @throws ProblemException 400 for a cursor that is none */
  async list({ limit, cursor }: ListAccessTokensDto): Promise<AccessTokenPage> {
    if (cursor !== undefined && !isUUID(cursor)) {
      throw invalid([{ pointer: '/cursor', message: 'must be the nextCursor of another page' }]);
    }
    return pageOf(await this.repository.list(this.manager, cursor ?? null, limit + 1), limit);
  }

  /** @throws ProblemException 404 */
  async revoke(id: string): Promise<void> {
    if (!(await this.repository.revoke(this.manager, id))) throw notFound('access token', id);
    this.tokens.forget(id);
  }
}
