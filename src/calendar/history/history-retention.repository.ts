import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DeletedBatch, ExpiringRecords, Retention } from '../../platform/jobs/expiring-records';
import type { DatedRecords } from '../dated-records';
import { DATED_RECORDS } from '../dated-records';

/** The number of states that a batch passes in each table. */
const BATCH = 1_000;

/** The statements on the tables without dates. `$1` is the beginning of the known past. */
const DELETE_REPLACED = [
  `DELETE FROM room_state AS old
    USING room_state AS newer
    WHERE newer.room_id = old.room_id AND newer.moment > old.moment AND newer.moment <= $1`,
  `DELETE FROM rate_plan_state AS old
    USING rate_plan_state AS newer
    WHERE newer.room_id = old.room_id AND newer.rate_plan_id = old.rate_plan_id
      AND newer.moment > old.moment AND newer.moment <= $1`,
  `DELETE FROM closure WHERE opened_at <= $1`,
  `UPDATE history_boundary SET known_since = $1`,
];

/**
 * Deletes states that were replaced before the known past, and moves its beginning. The newest state before it stays, so
 * the calendar of every later moment is complete.
 */
@Injectable()
export class HistoryRetentionRepository implements ExpiringRecords {
  readonly retention: Retention = { noun: 'states', lock: 'historyRetention' };

  constructor(@Inject(DATED_RECORDS) private readonly records: readonly DatedRecords[]) {}

  async deleteBefore(manager: EntityManager, before: Date): Promise<DeletedBatch> {
    const tables = this.records.flatMap(({ past }) => past);
    const boundary = await this.findBoundary(manager);
    const moments = [];
    for (const table of tables) moments.push(await table.momentAfter(manager, boundary, BATCH));
    const { next, isLast } = await this.findNextBoundary(manager, boundary, before, moments);
    let count = 0;
    for (const table of tables) count += await table.deleteReplaced(manager, boundary, next);
    for (const statement of DELETE_REPLACED) await manager.query(statement, [next]);
    return { count, isLast };
  }

  private async findBoundary(manager: EntityManager): Promise<string> {
    const [row] = await manager.query<[{ at: string }]>(
      `SELECT known_since::text AS at FROM history_boundary`,
    );
    return row.at;
  }

  /** Returns the earliest of some moments and `before`, but never a moment before the last boundary. */
  private async findNextBoundary(
    manager: EntityManager,
    boundary: string,
    before: Date,
    moments: readonly (string | null)[],
  ): Promise<{ next: string; isLast: boolean }> {
    const [row] = await manager.query<[{ next: string; isLast: boolean }]>(
      `SELECT next::text, next >= $2::timestamptz AS "isLast"
         FROM (SELECT greatest($1::timestamptz, least($2::timestamptz, min(moment))) AS next
                 FROM unnest($3::timestamptz[]) AS moment) AS boundary`,
      [boundary, before, moments],
    );
    return row;
  }
}
