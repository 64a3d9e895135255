import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../../platform/database/id';
import { RoomsStatement } from '../../platform/database/rooms-statement';

/** A room at its next moment. */
export interface AdvancedRoom {
  roomId: RoomId;
  at: string;
  /** A moment just before, which nothing else takes. */
  before: string;
  /** Whether nothing is stored of the room as it is now: it came to the table by another way than through the service. */
  isUnknown: boolean;
}

const ADVANCE_TIMELINES = new RoomsStatement(
  'advance_timelines',
  (comparison) => `INSERT INTO room_timeline AS timeline (room_id, known_since, last_moment)
   SELECT room.id, next.moment - interval '1 microsecond', next.moment
     FROM room,
          (SELECT greatest(clock_timestamp(), max(last_moment) + interval '2 microseconds') AS moment
             FROM room_timeline WHERE room_id ${comparison}) AS next
    WHERE room.id ${comparison}
       ON CONFLICT (room_id) DO UPDATE SET last_moment = excluded.last_moment
   RETURNING room_id AS "roomId", last_moment::text AS at,
             (last_moment - interval '1 microsecond')::text AS before,
             known_since = last_moment - interval '1 microsecond' OR is_deleted AS "isUnknown"`,
);

const RESERVE_MOMENTS = new RoomsStatement(
  'reserve_moments',
  (comparison) => `UPDATE room_timeline SET last_moment = last_moment + ($2 - 1) * interval '2 microseconds'
    WHERE room_id ${comparison}
   RETURNING ARRAY(SELECT (last_moment - ($2 - nth) * interval '2 microseconds')::text
                     FROM generate_series(1, $2) AS nth) AS moments`,
);

/** The SQL of the clocks of rooms. */
@Injectable()
export class TimelineRepository {
  /**
   * Takes the next moment of some rooms, which must be locked: later than any before in each of them, whatever the
   * clock of the database says. It is a statement of its own behind the lock: one that waits for a lock may have read
   * the clock before.
   * @returns those of the rooms that exist
   */
  async advance(manager: EntityManager, roomIds: RoomId[]): Promise<AdvancedRoom[]> {
    return ADVANCE_TIMELINES.run<AdvancedRoom[]>(manager, roomIds);
  }

  /**
   * Takes some more moments of rooms that have all been advanced together.
   * @returns the moment to which they were advanced, and those behind it; none where there is no room
   */
  async reserve(manager: EntityManager, roomIds: RoomId[], count: number): Promise<string[]> {
    const rows = await RESERVE_MOMENTS.run<{ moments: string[] }[]>(manager, roomIds, count);
    return rows[0]?.moments ?? [];
  }

  /** Locks a room as a push does. */
  async lockRoom(manager: EntityManager, roomId: RoomId): Promise<void> {
    await manager.query(`SELECT FROM room WHERE id = $1 FOR NO KEY UPDATE`, [roomId]);
  }

  async setDeleted(manager: EntityManager, roomId: RoomId): Promise<void> {
    await manager.query(`UPDATE room_timeline SET is_deleted = true WHERE room_id = $1`, [roomId]);
  }

  /** Rooms of whose past nothing is stored, in the order of their ids, from behind `after` on. */
  async findUnknownRooms(manager: EntityManager, after: RoomId | null, limit: number): Promise<RoomId[]> {
    const rows = await manager.query<{ id: RoomId }[]>(
      `SELECT id FROM room
        WHERE ($1::bigint IS NULL OR id > $1)
          AND NOT EXISTS (SELECT FROM room_timeline WHERE room_id = room.id AND NOT is_deleted)
        ORDER BY id LIMIT $2`,
      [after, limit],
    );
    return rows.map(({ id }) => id);
  }
}
