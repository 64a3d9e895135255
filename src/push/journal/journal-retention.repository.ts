import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DeletedBatch, ExpiringRecords, Retention } from '../../platform/jobs/expiring-records';
import { keyAt } from './request-id';

const BATCH = 1_000;

/** Deletes old entries of the journal, and records how much of the feed of changes is lost with them. */
@Injectable()
export class JournalRetentionRepository implements ExpiringRecords {
  readonly retention: Retention = { noun: 'journal entries', lock: 'journalRetention' };

  async deleteBefore(manager: EntityManager, before: Date): Promise<DeletedBatch> {
    const [{ count }] = await manager.query<[{ count: number }]>(
      `WITH deleted AS (
         DELETE FROM journal_entry
          WHERE id = ANY (ARRAY(SELECT id FROM journal_entry WHERE id < $1 ORDER BY id LIMIT $2))
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
       SELECT count(*)::integer AS count FROM deleted`,
      [keyAt(before), BATCH],
    );
    return { count, isLast: count < BATCH };
  }
}
