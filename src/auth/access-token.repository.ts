import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AccessTokenView } from './access-token.dto';
import type { Scope } from './scopes.decorator';

export interface StoredToken {
  id: string;
  name: string;
  sha256: Buffer;
  scopes: Scope[];
  expiresAt: Date | null;
}

const VIEW = `id, name, scopes, expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`;

/** The SQL of access tokens. */
@Injectable()
export class AccessTokenRepository {
  /** The tokens with these SHA-256s that are neither revoked nor expired. */
  async findValid(manager: EntityManager, sha256s: Buffer[]): Promise<StoredToken[]> {
    return manager.query<StoredToken[]>(
      `SELECT id, name, sha256, scopes, expires_at AS "expiresAt"
         FROM access_token
        WHERE sha256 = ANY($1) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())`,
      [sha256s],
    );
  }

  /** Makes sure that the token is there, valid, and has these scopes. */
  async ensure(manager: EntityManager, token: StoredToken): Promise<void> {
    await manager.query(
      `INSERT INTO access_token (id, name, sha256, scopes, created_at, expires_at)
       VALUES ($1, $2, $3, $4, clock_timestamp(), $5)
           ON CONFLICT (sha256) DO UPDATE
          SET scopes = excluded.scopes, expires_at = excluded.expires_at, revoked_at = NULL`,
      [token.id, token.name, token.sha256, token.scopes, token.expiresAt],
    );
  }

  async touch(manager: EntityManager, id: string): Promise<void> {
    await manager.query(`UPDATE access_token SET last_used_at = clock_timestamp() WHERE id = $1`, [id]);
  }

  /** Tokens in the order of their making, from behind `after` on. */
  async list(manager: EntityManager, after: string | null, limit: number): Promise<AccessTokenView[]> {
    return manager.query<AccessTokenView[]>(
      `SELECT ${VIEW} FROM access_token WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT $2`,
      [after, limit],
    );
  }

  /** Ends a token from now on, or leaves one alone that has ended already. @returns whether there is such a token */
  async revoke(manager: EntityManager, id: string): Promise<boolean> {
    const [, revoked] = await manager.query<[unknown[], number]>(
      `UPDATE access_token SET revoked_at = coalesce(revoked_at, clock_timestamp()) WHERE id = $1`,
      [id],
    );
    return revoked === 1;
  }

  async count(manager: EntityManager): Promise<number> {
    const [row] = await manager.query<[{ count: number }]>(`SELECT count(*)::int AS count FROM access_token`);
    return row.count;
  }
}
