import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { jsonMoment } from '../../calendar/history/moment';
import type { RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { Operation } from '../../push/operations';

/** A call that changed the rooms left on a date. */
export interface RoomsLeftChange {
  requestId: string;
  at: string;
  token: string | null;
  operation: Operation;
  totalRooms: number;
}

/** The date whose changes are read. */
interface RoomsLeftPlace {
  roomId: RoomId;
  date: CalendarDate;
  /** Only changes before this moment; null for all. */
  before: string | null;
}

/** The SQL of the history of rooms left. */
@Injectable()
export class RoomsLeftRepository {
  /** Returns the beginning of the known past of a room; undefined if there is no such room. */
  async findKnownSince(manager: EntityManager, roomId: RoomId): Promise<string | undefined> {
    const rows = await manager.query<{ at: string }[]>(
      `SELECT ${jsonMoment('greatest(timeline.known_since, boundary.known_since)')} AS at
         FROM room_timeline AS timeline, history_boundary AS boundary
        WHERE room_id = $1`,
      [roomId],
    );
    return rows[0]?.at;
  }

  /**
   * Lists the changes, newest first: states since the beginning of the room that differ from the state
   * before.
   */
  list(
    manager: EntityManager,
    { roomId, date, before }: RoomsLeftPlace,
    knownSince: string,
    limit: number,
  ): Promise<RoomsLeftChange[]> {
    return manager.query<RoomsLeftChange[]>(
      `WITH state AS MATERIALIZED (
         SELECT moment, entry_id, total_rooms, lead(total_rooms) OVER (ORDER BY moment DESC) AS earlier
           FROM availability_state
          WHERE room_id = $1 AND date = $2 AND moment < coalesce($3::timestamptz, 'infinity')
            AND moment >= coalesce((SELECT began FROM room_state WHERE room_id = $1
                                     ORDER BY moment DESC LIMIT 1), '-infinity')
       )
       SELECT entry.id AS "requestId", ${jsonMoment('moment')} AS at, entry.token, entry.operation,
              total_rooms AS "totalRooms"
         FROM state
         JOIN journal_entry AS entry ON entry.id = entry_id
        WHERE total_rooms IS DISTINCT FROM earlier AND moment > $4::timestamptz
        ORDER BY moment DESC
        LIMIT $5`,
      [roomId, date, before, knownSince, limit],
    );
  }
}
