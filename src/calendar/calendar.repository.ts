import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../database/id';
import type { DateRange } from '../dates/date-range';

/** Reads the calendar of a room. */
@Injectable()
export class CalendarRepository {
  /**
   * The calendar of a room as JSON text, made by the database in one statement: it can group what it reads without a
   * row for every price being sent, parsed and grouped here.
   * @returns undefined where the room does not exist
   */
  async read(manager: EntityManager, roomId: RoomId, { from, to }: DateRange): Promise<string | undefined> {
    const rows = await manager.query<{ calendar: string }[]>(
      `WITH priced AS MATERIALIZED (
         SELECT date, json_agg(json_build_object(
                        'ratePlanId', rate_plan_id::text,
                        'price', round(price, greatest(2, min_scale(price)))::text) ORDER BY rate_plan_id) AS prices
           FROM rate_room_availability
          WHERE room_id = $1 AND date BETWEEN $2 AND $3
          GROUP BY date
       )
       SELECT json_build_object('roomId', room.id::text, 'from', $2::date, 'to', $3::date, 'days', coalesce(
                (SELECT json_agg(json_build_object(
                          'date', date, 'totalRooms', total_rooms, 'occupiedRooms', occupied_rooms,
                          'prices', coalesce(prices, '[]')) ORDER BY date)
                   FROM room_availability LEFT JOIN priced USING (date)
                  WHERE room_id = $1 AND date BETWEEN $2 AND $3), '[]'))::text AS calendar
         FROM room
        WHERE id = $1`,
      [roomId, from, to],
    );
    return rows[0]?.calendar;
  }
}
