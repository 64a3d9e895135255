import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { DayAxis } from '../../platform/dates/day-axis';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { PreparedStatement } from '../../platform/database/prepared-statement';
import type { Moment } from './moment';

/** The layout of the prices of a room's plans as they are now, in the order of their numbers; `$1` is the room. */
const LAYOUT_NOW = `
  plans AS (
    SELECT array_agg(id ORDER BY id) AS ids FROM rate_plan WHERE room_id = $1
  ), new_layout AS (
    INSERT INTO price_layout (room_id, rate_plan_ids)
    SELECT $1, ids FROM plans
     WHERE ids IS NOT NULL AND NOT EXISTS (SELECT FROM price_layout WHERE room_id = $1 AND rate_plan_ids = ids)
    RETURNING id, rate_plan_ids
  ), layout AS (
    SELECT id, rate_plan_ids FROM price_layout, plans WHERE room_id = $1 AND rate_plan_ids = ids
     UNION ALL
    SELECT id, rate_plan_ids FROM new_layout
  )`;

/** A price as states have it: -1 for no record. */
const PRICE_NOW = `CASE WHEN stored.date IS NULL THEN -1 ELSE (stored.price * 10000)::bigint END`;

/**
 * Of days without a gap on which every plan of the room has a price record. They are stored plan by plan, so that the
 * price of a day is at a known position: to sort 730 dates of eleven plans takes a quarter more. Prices that are not set
 * are -2 meanwhile, as PostgreSQL counts through an array with NULLs for each element. How many days there are is hidden
 * from the planner, which would plan the statement anew each time.
 */
const RECORD_PRICES_OF_DAYS = new PreparedStatement(
  'record_prices_of_days',
  `WITH ${LAYOUT_NOW}, range AS (
     SELECT $5::integer AS days
   ), stored AS (
     SELECT array_agg(coalesce((price * 10000)::bigint, -2) ORDER BY rate_plan_id, date) AS prices
       FROM rate_room_availability
      WHERE room_id = $1
        AND rate_plan_id = ANY (ARRAY(SELECT unnest(rate_plan_ids) FROM layout))
        AND date BETWEEN $2::date AND $2::date + ((SELECT days FROM range) - 1)
   )
   INSERT INTO price_state (room_id, date, layout_id, moment, entry_id, prices)
   SELECT $1, $2::date + day, layout.id, $3, $4,
          ARRAY(SELECT nullif(stored.prices[plan * days + day + 1], -2)
                  FROM generate_series(0, cardinality(rate_plan_ids) - 1) AS plan)
     FROM layout, stored, range, generate_series(0, days - 1) AS day
    WHERE cardinality(stored.prices) = cardinality(rate_plan_ids) * days`,
);

/** How many dates there are is hidden from the planner, as above. */
const RECORD_PRICES = new PreparedStatement(
  'record_prices',
  `WITH ${LAYOUT_NOW}
   INSERT INTO price_state (room_id, date, layout_id, moment, entry_id, prices)
   SELECT $1, date, (SELECT id FROM layout), $3, $4,
          CASE count(*) WHEN (SELECT cardinality(rate_plan_ids) FROM layout)
          THEN array_agg((price * 10000)::bigint ORDER BY rate_plan_id)
          ELSE ARRAY(SELECT ${PRICE_NOW}
                       FROM layout
                      CROSS JOIN unnest(layout.rate_plan_ids) WITH ORDINALITY AS plan (id, position)
                       LEFT JOIN rate_room_availability AS stored
                         ON stored.room_id = $1 AND stored.rate_plan_id = plan.id AND stored.date = day.date
                      ORDER BY plan.position)
          END
     FROM rate_room_availability AS day
    WHERE room_id = $1 AND date = ANY (ARRAY(SELECT unnest($2::date[])))
    GROUP BY date`,
);

/** The SQL of states: what rooms, plans and dates are from a moment on. Each is written under the lock of its room. */
@Injectable()
export class StateRepository {
  /** The room with all its plans, dates and prices as they are stored now: the beginning of its known past. */
  async recordAll(manager: EntityManager, roomId: RoomId, { at, entryId }: Moment): Promise<void> {
    await manager.query(
      `WITH begun AS (
         UPDATE room_timeline SET is_deleted = false WHERE room_id = $1
       ), room_now AS (
         INSERT INTO room_state (room_id, moment, began, is_deleted, entry_id, name, property_name)
         SELECT id, $2, $2, false, $3, name, property_name FROM room WHERE id = $1
       ), plans_now AS (
         INSERT INTO rate_plan_state (room_id, rate_plan_id, moment, began, is_deleted, entry_id, name, currency,
                                      derived_from_id, derivation)
         SELECT room_id, id, $2, $2, false, $3, name, currency, derived_from_id, derivation
           FROM rate_plan WHERE room_id = $1
       ), availability_now AS (
         INSERT INTO availability_state (room_id, date, total_rooms, moment, entry_id)
         SELECT room_id, date, total_rooms, $2, $3 FROM room_availability WHERE room_id = $1
       ), ${LAYOUT_NOW}
       INSERT INTO price_state (room_id, date, layout_id, moment, entry_id, prices)
       SELECT $1, day.date, layout.id, $2, $3, array_agg(${PRICE_NOW} ORDER BY plan.position)
         FROM layout
        CROSS JOIN unnest(layout.rate_plan_ids) WITH ORDINALITY AS plan (id, position)
        CROSS JOIN (SELECT date FROM room_availability WHERE room_id = $1) AS day
         LEFT JOIN rate_room_availability AS stored
           ON stored.room_id = $1 AND stored.rate_plan_id = plan.id AND stored.date = day.date
        GROUP BY layout.id, day.date`,
      [roomId, at, entryId],
    );
  }

  /** The room as it is stored now. */
  async recordRoom(manager: EntityManager, roomId: RoomId, { at, entryId }: Moment): Promise<void> {
    await manager.query(
      `INSERT INTO room_state (room_id, moment, began, is_deleted, entry_id, name, property_name)
       SELECT id, $2::timestamptz,
              coalesce((SELECT CASE WHEN NOT is_deleted THEN began END
                          FROM room_state WHERE room_id = $1 ORDER BY moment DESC LIMIT 1), $2),
              false, $3, name, property_name
         FROM room WHERE id = $1`,
      [roomId, at, entryId],
    );
  }

  async recordDeletedRoom(manager: EntityManager, roomId: RoomId, { at, entryId }: Moment): Promise<void> {
    await manager.query(
      `INSERT INTO room_state (room_id, moment, began, is_deleted, entry_id) VALUES ($1, $2, $2, true, $3)`,
      [roomId, at, entryId],
    );
  }

  /** @param isNew whether the plan begins with this moment, and nothing before is about it */
  async recordRatePlan(
    manager: EntityManager,
    ratePlanId: RatePlanId,
    { at, entryId }: Moment,
    isNew: boolean,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO rate_plan_state (room_id, rate_plan_id, moment, began, is_deleted, entry_id, name, currency,
                                    derived_from_id, derivation)
       SELECT room_id, id, $2::timestamptz,
              CASE WHEN $4 THEN $2 ELSE coalesce(
                (SELECT began FROM rate_plan_state AS earlier
                  WHERE earlier.room_id = plan.room_id AND rate_plan_id = $1 ORDER BY moment DESC LIMIT 1),
                '-infinity') END,
              false, $3, name, currency, derived_from_id, derivation
         FROM rate_plan AS plan WHERE id = $1`,
      [ratePlanId, at, entryId, isNew],
    );
  }

  async recordDeletedRatePlan(
    manager: EntityManager,
    roomId: RoomId,
    ratePlanId: RatePlanId,
    { at, entryId }: Moment,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO rate_plan_state (room_id, rate_plan_id, moment, began, is_deleted, entry_id)
       VALUES ($1, $2, $3, $3, true, $4)`,
      [roomId, ratePlanId, at, entryId],
    );
  }

  /**
   * The prices of all plans of a room on some dates as they are stored now, once for each moment. Dates without any have
   * no state. The prices are read by date, and only where a plan has none are they looked up one by one.
   * @param dates none twice
   */
  async recordPrices(
    manager: EntityManager,
    roomId: RoomId,
    dates: CalendarDate[],
    { at, entryId }: Moment,
  ): Promise<void> {
    if (dates.length === 0) return;
    const { from, days, hasGaps } = new DayAxis([...dates].sort());
    const recorded = hasGaps
      ? 0
      : await RECORD_PRICES_OF_DAYS.count(manager, [roomId, from, at, entryId, days]);
    if (recorded === 0) await RECORD_PRICES.run(manager, [roomId, dates, at, entryId]);
  }
}
