import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ADVISORY_LOCKS } from '../../platform/database/advisory-lock';

/** Deletes old entries of the journal. */
@Injectable()
export class JournalRetentionRepository {
  /**
   * Deletes the oldest entries, unless another instance is doing so, and records how much of the feed of
   * changes is lost with them.
   * @returns the number of deleted entries
   */
  async deleteBatch(manager: EntityManager, beforeKey: string, limit: number): Promise<number> {
    const [row] = await manager.query<[{ deleted: number }]>(
      `WITH deleted AS (
         DELETE FROM journal_entry
          WHERE id = ANY (ARRAY(SELECT id FROM journal_entry WHERE id < $1 ORDER BY id LIMIT $2))
            AND (SELECT pg_try_advisory_xact_lock($3))
         RETURNING id, applied_at, feed_position, server_started_at
       ), last AS (
         SELECT DISTINCT ON (server_started_at) * FROM deleted
          WHERE feed_position IS NOT NULL
          ORDER BY server_started_at, feed_position DESC, applied_at DESC, id DESC
       ), boundary AS (
         UPDATE feed_incarnation AS incarnation
            SET deleted_position = last.feed_position, deleted_at = last.applied_at, deleted_id = last.id
           FROM last
          WHERE incarnation.server_started_at = last.server_started_at
            AND (deleted_position IS NULL
                 OR (deleted_position, deleted_at, deleted_id) < (last.feed_position, last.applied_at, last.id))
       )
       SELECT count(*)::integer AS deleted FROM deleted`,
      [beforeKey, limit, ADVISORY_LOCKS.journalRetention],
    );
    return row.deleted;
  }
}
