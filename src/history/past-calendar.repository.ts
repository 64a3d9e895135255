import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DateRange } from '../dates/date-range';
import { PreparedStatement } from '../database/prepared-statement';
import type { RoomId } from '../database/id';
import { jsonMoment } from './moment';

/** The calendar of a room at a moment, as far as it is known. */
export interface PastCalendar {
  /** Whether there is such a room now. */
  exists: boolean;
  /** From when on the past of the room is known; null where nothing is yet. */
  knownSince: string | null;
  /** Whether the moment is not before. */
  isKnown: boolean | null;
  /** JSON text; null where the room did not exist at that moment. */
  calendar: string | null;
}

/** For each date, the newest state that is not behind the moment, nor about an earlier room or plan of the same id. */
const READ_PAST_CALENDAR = new PreparedStatement(
  'read_past_calendar',
  `WITH known AS (
     SELECT greatest(timeline.known_since, boundary.known_since) AS since
       FROM room_timeline AS timeline, history_boundary AS boundary
      WHERE room_id = $1
   ), life AS (
     SELECT began
       FROM (SELECT began, is_deleted FROM room_state
              WHERE room_id = $1 AND moment <= $4::timestamptz ORDER BY moment DESC LIMIT 1) AS newest
      WHERE NOT is_deleted
   ), plan AS MATERIALIZED (
     SELECT DISTINCT ON (rate_plan_id) rate_plan_id AS id, began
       FROM rate_plan_state
      WHERE room_id = $1 AND moment <= $4::timestamptz
      ORDER BY rate_plan_id, moment DESC
   ), day AS (
     SELECT $2::date + n AS date, available.total_rooms, priced.prices
       FROM life
      CROSS JOIN generate_series(0, $3::date - $2::date) AS n
      CROSS JOIN LATERAL (
              SELECT total_rooms FROM availability_state
               WHERE room_id = $1 AND date = $2::date + n AND moment BETWEEN life.began AND $4::timestamptz
               ORDER BY moment DESC LIMIT 1) AS available
       LEFT JOIN LATERAL (
              SELECT moment, layout_id, prices FROM price_state
               WHERE room_id = $1 AND date = $2::date + n AND moment BETWEEN life.began AND $4::timestamptz
               ORDER BY moment DESC LIMIT 1) AS state ON true
       LEFT JOIN LATERAL (
              SELECT json_agg(json_build_object(
                       'ratePlanId', cell.id::text,
                       'price', round(cell.price * 0.0001, greatest(2, min_scale(cell.price * 0.0001)))::text)
                       ORDER BY cell.id) AS prices
                FROM unnest((SELECT rate_plan_ids FROM price_layout WHERE id = state.layout_id), state.prices)
                       AS cell (id, price)
                LEFT JOIN plan ON plan.id = cell.id
               WHERE cell.price IS DISTINCT FROM -1
                 AND state.moment >= coalesce(plan.began, '-infinity')) AS priced ON true
   )
   SELECT EXISTS (SELECT FROM room WHERE id = $1) AS exists,
          ${jsonMoment('since')} AS "knownSince", $4::timestamptz >= since AS "isKnown",
          (SELECT json_build_object(
                    'roomId', $1::bigint::text, 'from', $2::date, 'to', $3::date, 'knownSince', ${jsonMoment('since')},
                    'days', coalesce((SELECT json_agg(json_build_object(
                                               'date', date, 'totalRooms', total_rooms, 'occupiedRooms', NULL,
                                               'prices', coalesce(prices, '[]')) ORDER BY date)
                                        FROM day), '[]'))::text
             FROM life) AS calendar
     FROM (VALUES (1)) AS one LEFT JOIN known ON true`,
);

/** The SQL of the calendar as it was. */
@Injectable()
export class PastCalendarRepository {
  /**
   * The calendar of a room at a moment, in one statement and so one snapshot. Occupied rooms are not pushed, and so not
   * known of the past: they are null.
   */
  async read(
    manager: EntityManager,
    roomId: RoomId,
    { from, to }: DateRange,
    at: string,
  ): Promise<PastCalendar> {
    const [row] = await READ_PAST_CALENDAR.run<[PastCalendar]>(manager, [roomId, from, to, at]);
    return row;
  }
}
