import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The SQL that deletes old states. It finds them by the index on their moments in UTC. */
@Injectable()
export class HistoryRetentionRepository {
  /**
   * Returns the next boundary of a batch: `before`, or an earlier one if there are more states than `limit`
   * until then.
   */
  async findNextBoundary(manager: EntityManager, before: Date, limit: number): Promise<string> {
    const [row] = await manager.query<[{ next: string }]>(
      `SELECT greatest(boundary.known_since, least($1::timestamptz,
                (SELECT moment FROM price_state
                  WHERE moment AT TIME ZONE 'UTC' > boundary.known_since AT TIME ZONE 'UTC'
                  ORDER BY moment AT TIME ZONE 'UTC' OFFSET $2 LIMIT 1),
                (SELECT moment FROM availability_state
                  WHERE moment AT TIME ZONE 'UTC' > boundary.known_since AT TIME ZONE 'UTC'
                  ORDER BY moment AT TIME ZONE 'UTC' OFFSET $2 LIMIT 1)))::text AS next
         FROM history_boundary AS boundary`,
      [before, limit],
    );
    return row.next;
  }

  /**
   * Deletes the prices that a newer state up to the next boundary has replaced.
   * @returns the number of deleted states
   */
  async deletePrices(manager: EntityManager, next: string): Promise<number> {
    const [, deleted] = await manager.query<[unknown[], number]>(
      `DELETE FROM price_state AS old
        USING price_state AS newer, history_boundary AS boundary
        WHERE newer.moment AT TIME ZONE 'UTC' > boundary.known_since AT TIME ZONE 'UTC'
          AND newer.moment AT TIME ZONE 'UTC' <= $1::timestamptz AT TIME ZONE 'UTC'
          AND old.room_id = newer.room_id AND old.date = newer.date AND old.moment < newer.moment`,
      [next],
    );
    return deleted;
  }

  /** Deletes the numbers of rooms in the same way as `deletePrices`. */
  async deleteAvailability(manager: EntityManager, next: string): Promise<number> {
    const [, deleted] = await manager.query<[unknown[], number]>(
      `DELETE FROM availability_state AS old
        USING availability_state AS newer, history_boundary AS boundary
        WHERE newer.moment AT TIME ZONE 'UTC' > boundary.known_since AT TIME ZONE 'UTC'
          AND newer.moment AT TIME ZONE 'UTC' <= $1::timestamptz AT TIME ZONE 'UTC'
          AND old.room_id = newer.room_id AND old.date = newer.date AND old.moment < newer.moment`,
      [next],
    );
    return deleted;
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

  /** Moves the beginning of the known past. */
  async setBoundary(manager: EntityManager, next: string): Promise<void> {
    await manager.query(`UPDATE history_boundary SET known_since = $1`, [next]);
  }
}
