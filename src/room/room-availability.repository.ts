import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../calendar/calendar-date';
import type { RoomId } from '../database/id';

/** What came of setting total rooms. */
export interface SetRooms {
  /** How many of the dates there are. */
  stored: number;
  /** Those that had another number before. */
  changed: CalendarDate[];
  /** Those that are left with fewer rooms than are occupied. */
  overbooked: CalendarDate[];
}

/** The SQL of room availability. The room is locked by the caller. */
@Injectable()
export class RoomAvailabilityRepository {
  /** Sets the total rooms of the dates that there are; `totals` by the position of the date. Unchanged rows are not written. */
  async setTotalRooms(
    manager: EntityManager,
    roomId: RoomId,
    dates: CalendarDate[],
    totals: number[],
  ): Promise<SetRooms> {
    const [row] = await manager.query<[SetRooms]>(
      `WITH changed AS (
         UPDATE room_availability AS stored
            SET total_rooms = pushed.total_rooms
           FROM unnest($2::date[], $3::integer[]) AS pushed (date, total_rooms)
          WHERE stored.room_id = $1 AND stored.date = pushed.date AND stored.total_rooms <> pushed.total_rooms
         RETURNING stored.date
       )
       SELECT count(*)::integer AS stored,
              ARRAY(SELECT date::text FROM changed) AS changed,
              coalesce(array_agg(date::text) FILTER (WHERE stored.occupied_rooms > pushed.total_rooms), '{}')
                AS overbooked
         FROM unnest($2::date[], $3::integer[]) AS pushed (date, total_rooms)
         JOIN room_availability AS stored USING (date)
        WHERE stored.room_id = $1`,
      [roomId, dates, totals],
    );
    return row;
  }

  /**
   * Creates the dates that there are not, without occupied rooms; `totals` by the position of the date.
   * @returns those that it created
   */
  async insertMissing(
    manager: EntityManager,
    roomId: RoomId,
    dates: CalendarDate[],
    totals: number[],
  ): Promise<CalendarDate[]> {
    const rows = await manager.query<{ date: CalendarDate }[]>(
      `INSERT INTO room_availability (room_id, date, total_rooms, occupied_rooms)
       SELECT $1, pushed.date, pushed.total_rooms, 0
         FROM unnest($2::date[], $3::integer[]) AS pushed (date, total_rooms)
        WHERE NOT EXISTS (SELECT FROM room_availability AS stored
                           WHERE stored.room_id = $1 AND stored.date = pushed.date)
       RETURNING date`,
      [roomId, dates, totals],
    );
    return rows.map(({ date }) => date);
  }
}
