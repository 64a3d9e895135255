import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Call } from '../../platform/http/request-context';

/** The first of the two keys of an advisory lock; the second is the token. */
const UNSUCCESSFUL_LOCK = 42_072;

/** Counts the entries of refused and failed calls, which are limited for each token. */
@Injectable()
export class UnsuccessfulCallsRepository {
  /**
   * Counts the refused and failed calls of a token from a moment on, up to a limit.
   * Its lock keeps other transactions from counting for the same token until this one ends.
   */
  async count(manager: EntityManager, token: Call['token'], fromKey: string, limit: number): Promise<number> {
    const id = token?.id ?? null;
    await this.lock(manager, id ?? '');
    const [row] = await manager.query<[{ count: number }]>(
      `SELECT count(*)::integer AS count
         FROM (SELECT FROM journal_entry
                WHERE (token_id = $1 OR ($1::uuid IS NULL AND token_id IS NULL))
                  AND outcome IN ('refused', 'failed') AND id >= $2
                LIMIT $3) AS entry`,
      [id, fromKey, limit],
    );
    return row.count;
  }

  /**
   * Keeps other transactions from recording refused and failed calls of a token until this one ends. The lock needs its
   * own statement: a statement that waits for a lock continues with its old snapshot.
   */
  async lock(manager: EntityManager, tokenId: string): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock($1, hashtext($2))`, [UNSUCCESSFUL_LOCK, tokenId]);
  }
}
