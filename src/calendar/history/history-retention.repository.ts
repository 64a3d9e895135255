import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The SQL that deletes old states. It finds them by the index on their moments in UTC. */
@Injectable()
export class HistoryRetentionRepository {
  /** Returns the moment up to which states were deleted before. */
  async findBoundary(manager: EntityManager): Promise<string> {
    const [row] = await manager.query<[{ at: string }]>(
      `SELECT known_since::text AS at FROM history_boundary`,
    );
    return row.at;
  }

  /**
   * Returns the next boundary of a batch: `before`, or an earlier one if there are more states than `limit`
   * until then.
   */
  async findNextBoundary(
    manager: EntityManager,
    boundary: string,
    before: Date,
    limit: number,
  ): Promise<string> {
    const [row] = await manager.query<[{ next: string }]>(
      `SELECT greatest($2::timestamptz, least($1::timestamptz,
                (SELECT moment FROM price_state
                  WHERE moment AT TIME ZONE 'UTC' > $2::timestamptz AT TIME ZONE 'UTC'
                  ORDER BY moment AT TIME ZONE 'UTC' OFFSET $3 LIMIT 1),
                (SELECT moment FROM restriction_state
                  WHERE moment AT TIME ZONE 'UTC' > $2::timestamptz AT TIME ZONE 'UTC'
                  ORDER BY moment AT TIME ZONE 'UTC' OFFSET $3 LIMIT 1),
                (SELECT moment FROM availability_state
                  WHERE moment AT TIME ZONE 'UTC' > $2::timestamptz AT TIME ZONE 'UTC'
                  ORDER BY moment AT TIME ZONE 'UTC' OFFSET $3 LIMIT 1)))::text AS next`,
      [before, boundary, limit],
    );
    return row.next;
  }

  /**
   * Deletes the prices that a newer state up to the next boundary has replaced.
   * @returns the number of deleted states
   */
  deletePrices(manager: EntityManager, boundary: string, next: string): Promise<number> {
    return deleteReplaced('price_state', manager, boundary, next);
  }

  /** Deletes restrictions in the same way as `deletePrices`. */
  deleteRestrictions(manager: EntityManager, boundary: string, next: string): Promise<number> {
    return deleteReplaced('restriction_state', manager, boundary, next);
  }

  /** Deletes the numbers of rooms in the same way as `deletePrices`. */
  deleteAvailability(manager: EntityManager, boundary: string, next: string): Promise<number> {
    return deleteReplaced('availability_state', manager, boundary, next);
  }

  async deleteRooms(manager: EntityManager, next: string): Promise<void> {
    await manager.query(
      `DELETE FROM room_state AS old
        USING room_state AS newer
        WHERE newer.room_id = old.room_id AND newer.moment > old.moment AND newer.moment <= $1`,
      [next],
    );
  }

  async deleteRatePlans(manager: EntityManager, next: string): Promise<void> {
    await manager.query(
      `DELETE FROM rate_plan_state AS old
        USING rate_plan_state AS newer
        WHERE newer.room_id = old.room_id AND newer.rate_plan_id = old.rate_plan_id
          AND newer.moment > old.moment AND newer.moment <= $1`,
      [next],
    );
  }

  async deleteClosures(manager: EntityManager, next: string): Promise<void> {
    await manager.query(`DELETE FROM closure WHERE opened_at <= $1`, [next]);
  }

  /** Moves the beginning of the known past. */
  async setBoundary(manager: EntityManager, next: string): Promise<void> {
    await manager.query(`UPDATE history_boundary SET known_since = $1`, [next]);
  }
}

async function deleteReplaced(
  table: string,
  manager: EntityManager,
  boundary: string,
  next: string,
): Promise<number> {
  const [, deleted] = await manager.query<[unknown[], number]>(
    `DELETE FROM ${table} AS old
      USING ${table} AS newer
      WHERE newer.moment AT TIME ZONE 'UTC' > $1::timestamptz AT TIME ZONE 'UTC'
        AND newer.moment AT TIME ZONE 'UTC' <= $2::timestamptz AT TIME ZONE 'UTC'
        AND old.room_id = newer.room_id AND old.date = newer.date AND old.moment < newer.moment`,
    [boundary, next],
  );
  return deleted;
}
