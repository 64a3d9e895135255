import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../database/id';
import type { DateRange } from '../dates/date-range';
import { daysOfAPage } from '../history/days-of-a-page';

/** Reads the calendar of a room. */
@Injectable()
export class CalendarRepository {
  /**
   * The calendar of a room as JSON text, made by the database in one statement: it can group what it reads without a
   * row for every price being sent, parsed and grouped here.
   * @param after only days behind this one
   * @returns undefined where the room does not exist
   */
  async read(
    manager: EntityManager,
    roomId: RoomId,
    { from, to }: DateRange,
    after: string | undefined,
  ): Promise<string | undefined> {
    const rows = await manager.query<{ calendar: string }[]>(
      `WITH last AS MATERIALIZED (
         SELECT coalesce((SELECT date FROM room_availability
                           WHERE room_id = $1 AND date BETWEEN $2 AND $3 AND date > $4
                           ORDER BY date LIMIT 1
                          OFFSET ${daysOfAPage('(SELECT count(*) FROM rate_plan WHERE room_id = $1)')} - 1), $3) AS date
       ), priced AS MATERIALIZED (
         SELECT date, json_agg(json_build_object(
                        'ratePlanId', rate_plan_id::text,
                        'price', round(price, greatest(2, min_scale(price)))::text) ORDER BY rate_plan_id) AS prices
           FROM rate_room_availability
          WHERE room_id = $1 AND date BETWEEN $2 AND $3 AND date > $4 AND date <= (SELECT date FROM last)
          GROUP BY date
       )
       SELECT json_build_object('roomId', room.id::text, 'from', $2::date, 'to', $3::date, 'days', coalesce(
                (SELECT json_agg(json_build_object(
                          'date', date, 'totalRooms', total_rooms, 'occupiedRooms', occupied_rooms,
                          'prices', coalesce(prices, '[]')) ORDER BY date)
                   FROM room_availability LEFT JOIN priced USING (date)
                  WHERE room_id = $1 AND date BETWEEN $2 AND $3 AND date > $4 AND date <= (SELECT date FROM last)), '[]'),
                'nextCursor', (SELECT date FROM last
                                WHERE EXISTS (SELECT FROM room_availability AS further
                                               WHERE room_id = $1 AND further.date > last.date AND further.date <= $3)))
              ::text AS calendar
         FROM room
        WHERE id = $1`,
      [roomId, from, to, after ?? '-infinity'],
    );
    return rows[0]?.calendar;
  }
}
