import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { Any, IsNull, MoreThan, Or, Raw, Repository } from 'typeorm';
import { AccessToken } from './access-token.entity';

/** Reads and writes access tokens. Whether one has expired is told by the database's clock, the same for every instance. */
@Injectable()
export class AccessTokenRepository {
  constructor(@InjectRepository(AccessToken) private readonly tokens: Repository<AccessToken>) {}

  /** The tokens with these SHA-256s that are neither revoked nor expired. */
  async findValid(manager: EntityManager, sha256s: Buffer[]): Promise<AccessToken[]> {
    return manager.withRepository(this.tokens).findBy({
      sha256: Any(sha256s),
      revokedAt: IsNull(),
      expiresAt: Or(
        IsNull(),
        Raw((expiresAt) => `${expiresAt} > clock_timestamp()`),
      ),
    });
  }

  /** Makes sure that the token is there, valid, and has these scopes. */
  async ensure(
    manager: EntityManager,
    token: Pick<AccessToken, 'id' | 'name' | 'sha256' | 'scopes' | 'expiresAt'>,
  ): Promise<void> {
    await manager
      .withRepository(this.tokens)
      .createQueryBuilder()
      .insert()
      .values({ ...token, createdAt: () => 'clock_timestamp()', revokedAt: null })
      .orUpdate(['scopes', 'expires_at', 'revoked_at'], ['sha256'])
      .execute();
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

  /** Ends a token from now on, or leaves one alone that has ended already. @returns whether there is such a token */
  async revoke(manager: EntityManager, id: string): Promise<boolean> {
    const { affected } = await manager
      .withRepository(this.tokens)
      .update({ id }, { revokedAt: () => 'coalesce(revoked_at, clock_timestamp())' });
    return affected === 1;
  }

  async exists(manager: EntityManager): Promise<boolean> {
    return manager.withRepository(this.tokens).exists();
  }
}
