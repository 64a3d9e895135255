import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { Any, IsNull, MoreThan, Or, Raw, Repository } from 'typeorm';
import { waitForLock } from '../database/advisory-lock';
import { PreparedStatement } from '../database/prepared-statement';
import { AccessToken } from './access-token.entity';

/** A token to store. */
export type NewAccessToken = Omit<AccessToken, 'createdAt' | 'revokedAt' | 'lastUsedAt' | 'sandboxId'> & {
  sandboxId?: string;
};

/** The columns that each call needs. */
export type ValidAccessToken = Pick<
  AccessToken,
  'id' | 'name' | 'sha256' | 'scopes' | 'propertyNames' | 'expiresAt' | 'sandboxId'
>;

/** A handwritten statement, because every call except a push waits for it. */
const FIND_VALID = new PreparedStatement(
  'find_valid_tokens',
  `SELECT id, name, sha256, scopes, property_names AS "propertyNames", expires_at AS "expiresAt",
          sandbox_id AS "sandboxId"
     FROM access_token
    WHERE sha256 = ANY($1) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())`,
);

/**
 * Reads and writes access tokens. The database's clock decides whether a token has expired, the same for all instances.
 */
@Injectable()
export class AccessTokenRepository {
  constructor(@InjectRepository(AccessToken) private readonly tokens: Repository<AccessToken>) {}

  /** Finds the tokens with these SHA-256s that are neither revoked nor expired. */
  async findValid(manager: EntityManager, sha256s: Buffer[]): Promise<ValidAccessToken[]> {
    return FIND_VALID.run<ValidAccessToken[]>(manager, [sha256s]);
  }

  /** Lists valid tokens, newest first. */
  async listValid(manager: EntityManager, limit: number): Promise<ValidAccessToken[]> {
    return manager.withRepository(this.tokens).find({ where: isValid(), order: { id: 'DESC' }, take: limit });
  }

  /** Returns the ids of those tokens that are neither revoked nor expired. */
  async findValidIds(manager: EntityManager, ids: string[]): Promise<Set<string>> {
    const valid = await manager
      .withRepository(this.tokens)
      .find({ select: { id: true }, where: { id: Any(ids), ...isValid() } });
    return new Set(valid.map(({ id }) => id));
  }

  /**
   * Stores a token. If the value is already stored, its token becomes valid again with the new data. @returns its id
   */
  async ensure(manager: EntityManager, token: NewAccessToken): Promise<string> {
    const result = await manager
      .withRepository(this.tokens)
      .createQueryBuilder()
      .insert()
      .values({ ...token, createdAt: () => 'clock_timestamp()', revokedAt: null })
      .orUpdate(['scopes', 'property_names', 'is_bootstrap', 'expires_at', 'revoked_at'], ['sha256'])
      .returning('id')
      .execute();
    return (result.raw as [{ id: string }])[0].id;
  }

  /** Finds the valid tokens of BOOTSTRAP_TOKEN, and locks them against changes by other instances. */
  async findBootstrap(manager: EntityManager): Promise<AccessToken[]> {
    await waitForLock(manager, 'bootstrapToken');
    return manager.withRepository(this.tokens).findBy({ isBootstrap: true, revokedAt: IsNull() });
  }

  async touch(manager: EntityManager, id: string): Promise<void> {
    await manager.withRepository(this.tokens).update({ id }, { lastUsedAt: () => 'clock_timestamp()' });
  }

  /** Lists tokens after `after`, in the order of their creation. */
  async list(manager: EntityManager, after: string | undefined, limit: number): Promise<AccessToken[]> {
    return manager.withRepository(this.tokens).find({
      where: after === undefined ? {} : { id: MoreThan(after) },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  async find(manager: EntityManager, id: string): Promise<AccessToken | null> {
    return manager.withRepository(this.tokens).findOneBy({ id });
  }

  /** Finds a token, and locks it against changes until the end of the transaction. */
  async lock(manager: EntityManager, id: string): Promise<AccessToken | null> {
    return manager
      .withRepository(this.tokens)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async expire(manager: EntityManager, id: string, expiresAt: Date): Promise<void> {
    await manager.withRepository(this.tokens).update({ id }, { expiresAt });
  }

  /** Revokes a token now. A token that was already revoked stays as it is. */
  async revoke(manager: EntityManager, id: string): Promise<void> {
    await manager
      .withRepository(this.tokens)
      .update({ id, revokedAt: IsNull() }, { revokedAt: () => 'clock_timestamp()' });
  }

  async exists(manager: EntityManager): Promise<boolean> {
    return manager.withRepository(this.tokens).exists();
  }
}

function isValid(): FindOptionsWhere<AccessToken> {
  const isAhead = Raw((expiresAt) => `${expiresAt} > clock_timestamp()`);
  return { revokedAt: IsNull(), expiresAt: Or(IsNull(), isAhead) };
}
