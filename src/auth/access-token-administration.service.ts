import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { TransactionRunner } from '../database/transaction-runner';
import { pageOf } from '../http/page';
import { invalid, notFound } from '../http/problem';
import type {
  AccessTokenPage,
  AccessTokenView,
  CreateAccessTokenDto,
  CreatedAccessToken,
  ListAccessTokensDto,
} from './access-token.dto';
import type { AccessToken } from './access-token.entity';
import { AccessTokenRepository } from './access-token.repository';
import { AccessTokenService } from './access-token.service';

/** Creates, lists and revokes access tokens for administrators. */
@Injectable()
export class AccessTokenAdministrationService {
  constructor(
    private readonly transactions: TransactionRunner,
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
    const found = await this.transactions.read((manager) => this.repository.list(manager, cursor, limit + 1));
    const { items, nextCursor } = pageOf(found, limit);
    return { items: items.map(toView), nextCursor };
  }

  /** @throws ProblemException 404 */
  async revoke(id: string): Promise<void> {
    const isThere = await this.transactions.run((manager) => this.repository.revoke(manager, id));
    if (!isThere) throw notFound('access token', id);
    this.tokens.forget(id);
  }
}

/** What may be shown: never the hash. */
function toView({ id, name, scopes, expiresAt, lastUsedAt, revokedAt }: AccessToken): AccessTokenView {
  return { id, name, scopes, expiresAt, lastUsedAt, revokedAt };
}
