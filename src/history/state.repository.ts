import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../dates/calendar-date';
import type { RatePlanId, RoomId } from '../database/id';
import type { Moment } from './moment';

/** The SQL of states: what rooms, plans and dates are from a moment on. Each is written under the lock of its room. */
@Injectable()
export class StateRepository {
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

  /** The prices of all plans of a room on some dates as they are stored now. */
  async recordPrices(
    manager: EntityManager,
    roomId: RoomId,
    dates: CalendarDate[],
    { at, entryId }: Moment,
  ): Promise<void> {
    await manager.query(
      `WITH plans AS (
         SELECT array_agg(id ORDER BY id) AS ids FROM rate_plan WHERE room_id = $1
       ), new_layout AS (
         INSERT INTO price_layout (room_id, rate_plan_ids)
         SELECT $1, ids FROM plans
          WHERE ids IS NOT NULL
            AND NOT EXISTS (SELECT FROM price_layout WHERE room_id = $1 AND rate_plan_ids = ids)
         RETURNING id, rate_plan_ids
       ), layout AS (
         SELECT id, rate_plan_ids FROM price_layout, plans WHERE room_id = $1 AND rate_plan_ids = ids
          UNION ALL
         SELECT id, rate_plan_ids FROM new_layout
       )
       INSERT INTO price_state (room_id, date, layout_id, moment, entry_id, prices)
       SELECT $1, day.date, layout.id, $3, $4,
              array_agg(CASE WHEN stored.date IS NULL THEN -1 ELSE (stored.price * 10000)::bigint END
                        ORDER BY plan.position)
         FROM layout
        CROSS JOIN unnest(layout.rate_plan_ids) WITH ORDINALITY AS plan (id, position)
        CROSS JOIN unnest($2::date[]) AS day (date)
         LEFT JOIN rate_room_availability AS stored
           ON stored.room_id = $1 AND stored.rate_plan_id = plan.id AND stored.date = day.date
        GROUP BY layout.id, day.date
           ON CONFLICT (room_id, date, moment) DO UPDATE SET layout_id = excluded.layout_id, prices = excluded.prices`,
      [roomId, dates, at, entryId],
    );
  }

  /** How many rooms there are on each date of a room as it is stored now. */
  async recordAllAvailability(manager: EntityManager, roomId: RoomId, { at, entryId }: Moment): Promise<void> {
    await manager.query(
      `INSERT INTO availability_state (room_id, date, total_rooms, moment, entry_id)
       SELECT room_id, date, total_rooms, $2, $3 FROM room_availability WHERE room_id = $1`,
      [roomId, at, entryId],
    );
  }

  async recordAllPrices(manager: EntityManager, roomId: RoomId, moment: Moment): Promise<void> {
    const [row] = await manager.query<[{ dates: CalendarDate[] }]>(
      `SELECT coalesce(array_agg(date), '{}') AS dates FROM room_availability WHERE room_id = $1`,
      [roomId],
    );
    await this.recordPrices(manager, roomId, row.dates, moment);
  }

  async recordAllRatePlans(manager: EntityManager, roomId: RoomId, { at, entryId }: Moment): Promise<void> {
    await manager.query(
      `INSERT INTO rate_plan_state (room_id, rate_plan_id, moment, began, is_deleted, entry_id, name, currency,
                                    derived_from_id, derivation)
       SELECT room_id, id, $2, $2, false, $3, name, currency, derived_from_id, derivation
         FROM rate_plan WHERE room_id = $1`,
      [roomId, at, entryId],
    );
  }
}
