import type { EntityManager } from 'typeorm';
import type { RoomId } from '../../platform/database/id';

/** A table with the past of values by date: each row holds from its moment until a newer one of the same room and date. */
export class StateTable {
  constructor(private readonly name: string) {}

  /** Returns the moment of the state that follows the next `limit` ones after a moment; null if there are fewer. */
  async momentAfter(manager: EntityManager, moment: string, limit: number): Promise<string | null> {
    const [row] = await manager.query<{ moment: string }[]>(
      `SELECT moment::text
         FROM ${this.name}
        WHERE moment AT TIME ZONE 'UTC' > $1::timestamptz AT TIME ZONE 'UTC'
        ORDER BY moment AT TIME ZONE 'UTC'
       OFFSET $2 LIMIT 1`,
      [moment, limit],
    );
    return row?.moment ?? null;
  }

  /**
   * Deletes the states that a newer one has replaced after `boundary` and until `next`. It finds them by the index on
   * moments in UTC.
   * @returns the number of deleted states
   */
  async deleteReplaced(manager: EntityManager, boundary: string, next: string): Promise<number> {
    const [, deleted] = await manager.query<[unknown[], number]>(
      `DELETE FROM ${this.name} AS old
        USING ${this.name} AS newer
        WHERE newer.moment AT TIME ZONE 'UTC' > $1::timestamptz AT TIME ZONE 'UTC'
          AND newer.moment AT TIME ZONE 'UTC' <= $2::timestamptz AT TIME ZONE 'UTC'
          AND old.room_id = newer.room_id AND old.date = newer.date AND old.moment < newer.moment`,
      [boundary, next],
    );
    return deleted;
  }

  /** Deletes the past of rooms. */
  async deleteOfRooms(manager: EntityManager, roomIds: readonly RoomId[]): Promise<void> {
    await manager.query(`DELETE FROM ${this.name} WHERE room_id = ANY ($1::bigint[])`, [roomIds]);
  }
}
