import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The SQL that deletes old states of rooms and plans, and the boundary of the known past. */
@Injectable()
export class HistoryRetentionRepository {
  /** Returns the moment up to which states were deleted before. */
  async findBoundary(manager: EntityManager): Promise<string> {
    const [row] = await manager.query<[{ at: string }]>(
      `SELECT known_since::text AS at FROM history_boundary`,
    );
    return row.at;
  }

  /** Returns the next boundary of a batch: the earliest of some moments and `before`, but never before the last one. */
  async findNextBoundary(
    manager: EntityManager,
    boundary: string,
    before: Date,
    moments: readonly (string | null)[],
  ): Promise<string> {
    const [row] = await manager.query<[{ next: string }]>(
      `SELECT greatest($1::timestamptz,
                       least($2::timestamptz, (SELECT min(moment) FROM unnest($3::timestamptz[]) AS moment)))::text AS next`,
      [boundary, before, moments],
    );
    return row.next;
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
