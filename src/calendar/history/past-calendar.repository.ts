import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DateRange } from '../../platform/dates/date-range';
import { datesOf } from '../../platform/dates/date-range';
import { PreparedStatement } from '../../platform/database/prepared-statement';
import type { RoomId } from '../../platform/database/id';
import { daysOfAPage } from './days-of-a-page';
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

/**
 * For each date, the newest state that is not behind the moment, nor about an earlier room or plan of the same id. The
 * dates are an array because a plan for any number of them is then as good as one for these, and so is made only once.
 */
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
   ), plan AS (
     SELECT DISTINCT ON (rate_plan_id) rate_plan_id AS id, began
       FROM rate_plan_state
      WHERE room_id = $1 AND moment <= $4::timestamptz
      ORDER BY rate_plan_id, moment DESC
   ), place AS MATERIALIZED (
     SELECT layout.id AS layout_id, place.position, place.rate_plan_id, coalesce(plan.began, '-infinity') AS began
       FROM price_layout AS layout
      CROSS JOIN unnest(layout.rate_plan_ids) WITH ORDINALITY AS place (rate_plan_id, position)
       LEFT JOIN plan ON plan.id = place.rate_plan_id
      WHERE layout.room_id = $1
   ), every_day AS MATERIALIZED (
     SELECT day.date, available.total_rooms, state.moment, state.layout_id, state.prices
       FROM life
      CROSS JOIN unnest($5::date[]) AS day (date)
      CROSS JOIN LATERAL (
              SELECT total_rooms FROM availability_state
               WHERE room_id = $1 AND date = day.date AND moment BETWEEN life.began AND $4::timestamptz
               ORDER BY moment DESC LIMIT 1) AS available
       LEFT JOIN LATERAL (
              SELECT moment, layout_id, prices FROM price_state
               WHERE room_id = $1 AND date = day.date AND moment BETWEEN life.began AND $4::timestamptz
               ORDER BY moment DESC LIMIT 1) AS state ON true
   ), day AS MATERIALIZED (
     SELECT * FROM every_day
      ORDER BY date
      LIMIT ${daysOfAPage('(SELECT max(cardinality(rate_plan_ids)) FROM price_layout WHERE room_id = $1)')}
   ), cell AS (
     SELECT date, rate_plan_id, prices[position] * 0.0001 AS price
       FROM day JOIN place USING (layout_id)
      WHERE prices[position] IS DISTINCT FROM -1 AND moment >= began
   ), priced AS (
     SELECT date, json_agg(json_build_object(
                    'ratePlanId', rate_plan_id::text,
                    'price', round(price, greatest(2, min_scale(price)))::text) ORDER BY rate_plan_id) AS prices
       FROM cell
      GROUP BY date
   )
   SELECT EXISTS (SELECT FROM room WHERE id = $1) AS exists,
          ${jsonMoment('since')} AS "knownSince", $4::timestamptz >= since AS "isKnown",
          (SELECT json_build_object(
                    'roomId', $1::bigint::text, 'from', $2::date, 'to', $3::date, 'knownSince', ${jsonMoment('since')},
                    'days', coalesce((SELECT json_agg(json_build_object(
                                               'date', date, 'totalRooms', total_rooms, 'occupiedRooms', NULL,
                                               'prices', coalesce(priced.prices, '[]')) ORDER BY date)
                                        FROM day LEFT JOIN priced USING (date)), '[]'),
                    'nextCursor', (SELECT max(date) FROM day
                                   HAVING count(*) < (SELECT count(*) FROM every_day)))::text
             FROM life) AS calendar
     FROM (VALUES (1)) AS one LEFT JOIN known ON true`,
);

/** The SQL of the calendar as it was. */
@Injectable()
export class PastCalendarRepository {
  /**
   * The calendar of a room at a moment, in one statement and so one snapshot. Occupied rooms are not pushed, and so not
   * known of the past: they are null.
   * @param after only days behind this one
   */
  async read(
    manager: EntityManager,
    roomId: RoomId,
    { from, to }: DateRange,
    at: string,
    after = '',
  ): Promise<PastCalendar> {
    const [row] = await READ_PAST_CALENDAR.run<[PastCalendar]>(manager, [
      roomId,
      from,
      to,
      at,
      datesOf({ from, to }).filter((date) => date > after),
    ]);
    return row;
  }
}
