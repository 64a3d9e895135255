import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { Any, IsNull, MoreThan, Or, Raw, Repository } from 'typeorm';
import { waitForLock } from '../database/advisory-lock';
import { PreparedStatement } from '../database/prepared-statement';
import { AccessToken } from './access-token.entity';

/** A token to be stored. */
export type NewAccessToken = Omit<AccessToken, 'createdAt' | 'revokedAt' | 'lastUsedAt'>;

/** What is looked up of a token with each call. */
export type ValidAccessToken = Pick<
  AccessToken,
  'id' | 'name' | 'sha256' | 'scopes' | 'propertyNames' | 'expiresAt'
>;

/** By hand: each call waits for it, but for pushes. */
const FIND_VALID = new PreparedStatement(
  'find_valid_tokens',
  `SELECT id, name, sha256, scopes, property_names AS "propertyNames", expires_at AS "expiresAt"
     FROM access_token
    WHERE sha256 = ANY($1) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())`,
);

/** Reads and writes access tokens. Whether one has expired is told by the database's clock, the same for every instance. */
@Injectable()
export class AccessTokenRepository {
  constructor(@InjectRepository(AccessToken) private readonly tokens: Repository<AccessToken>) {}

  /** The tokens with these SHA-256s that are neither revoked nor expired. */
  async findValid(manager: EntityManager, sha256s: Buffer[]): Promise<ValidAccessToken[]> {
    return FIND_VALID.run<ValidAccessToken[]>(manager, [sha256s]);
  }

  /** Valid tokens, the newest first. */
  async listValid(manager: EntityManager, limit: number): Promise<ValidAccessToken[]> {
    return manager.withRepository(this.tokens).find({ where: isValid(), order: { id: 'DESC' }, take: limit });
  }

  /** Which of these tokens are neither revoked nor expired. */
  async findValidIds(manager: EntityManager, ids: string[]): Promise<Set<string>> {
    const valid = await manager
      .withRepository(this.tokens)
      .find({ select: { id: true }, where: { id: Any(ids), ...isValid() } });
    return new Set(valid.map(({ id }) => id));
  }

  /** Stores a token, or makes a stored one with the same value valid again, with what is given here. @returns its id */
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

  /** The tokens of BOOTSTRAP_TOKEN that are valid, while no other instance changes them. */
  async findBootstrap(manager: EntityManager): Promise<AccessToken[]> {
    await waitForLock(manager, 'bootstrapToken');
    return manager.withRepository(this.tokens).findBy({ isBootstrap: true, revokedAt: IsNull() });
  }

  async touch(manager: EntityManager, id: string): Promise<void> {
    await manager.withRepository(this.tokens).update({ id }, { lastUsedAt: () => 'clock_timestamp()' });
  }

  /** Tokens in the order of their making, from behind `after` on. */
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

  /** Ends a token from now on, or leaves one alone that was revoked already. */
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
