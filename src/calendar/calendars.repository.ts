import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../database/id';
import { PreparedStatement } from '../database/prepared-statement';
import type { DateRange } from '../dates/date-range';
import type { CalendarPlan, HeldPriceOfDay } from './calendar-source';

/** What there is on the days of a range, as `placeNumbers` takes it: null where there is nothing. */
export interface PlanPrices {
  id: RatePlanId;
  records: string | null;
  prices: string | null;
}

/** As `PlanPrices`, of the numbers of a room. */
export interface RoomNumbers {
  id: RoomId;
  records: string | null;
  totalRooms: string | null;
  occupiedRooms: string | null;
}

/**
 * Has a `1` on each day with a record, from `$3` on. A range has at most 62 days, which fit into one bigint: to send the
 * dates themselves would take half as long again as to send the prices alone.
 */
const RECORDS = `bit_or(1::bigint << (61 - (date - $3::date)))::bit(62)::text AS records`;

/** Plan by plan: no statement about all rooms at once has a plan that stays good when the table has grown. */
const READ_PRICES_OF_PLANS = new PreparedStatement(
  'read_prices_of_plans',
  `SELECT plan.id, cells.records, cells.prices
     FROM unnest($1::bigint[], $2::bigint[]) AS plan (room_id, id)
    CROSS JOIN LATERAL (
            SELECT ${RECORDS}, string_agg(coalesce(price::text, ''), ',' ORDER BY date) AS prices
              FROM rate_room_availability
             WHERE room_id = plan.room_id AND rate_plan_id = plan.id
               AND date BETWEEN $3::date AND $4::date) AS cells`,
);

const READ_AVAILABILITY_OF_ROOMS = new PreparedStatement(
  'read_availability_of_rooms',
  `SELECT room.id, days.records, days.total_rooms AS "totalRooms", days.occupied_rooms AS "occupiedRooms"
     FROM unnest($1::bigint[]) AS room (id)
    CROSS JOIN LATERAL (
            SELECT ${RECORDS.replaceAll('$3', '$2')}, string_agg(total_rooms::text, ',' ORDER BY date) AS total_rooms,
                   string_agg(occupied_rooms::text, ',' ORDER BY date) AS occupied_rooms
              FROM room_availability
             WHERE room_id = room.id AND date BETWEEN $2::date AND $3::date) AS days`,
);

const PLAN = `plan.id, plan.room_id AS "roomId", plan.name, plan.currency, plan.derived_from_id AS "derivedFromId",
              plan.derivation::text AS derivation`;

/** The SQL of the calendar of many rooms as it is. */
@Injectable()
export class CalendarsRepository {
  /** The plans of some rooms, in the order of their ids. */
  findPlans(manager: EntityManager, roomIds: RoomId[]): Promise<CalendarPlan[]> {
    return manager.query<CalendarPlan[]>(
      `SELECT ${PLAN} FROM rate_plan AS plan WHERE room_id = ANY($1::bigint[]) ORDER BY id`,
      [roomIds],
    );
  }

  /** Some plans, and all those from which they derive. Without duplicates, it ends in a circle as well. */
  findLines(manager: EntityManager, ratePlanIds: RatePlanId[]): Promise<CalendarPlan[]> {
    return manager.query<CalendarPlan[]>(
      `WITH RECURSIVE line AS (
         SELECT id, derived_from_id FROM rate_plan WHERE id = ANY($1::bigint[])
          UNION
         SELECT parent.id, parent.derived_from_id
           FROM line JOIN rate_plan AS parent ON parent.id = line.derived_from_id
       )
       SELECT ${PLAN} FROM line JOIN rate_plan AS plan USING (id)`,
      [ratePlanIds],
    );
  }

  /** @param roomIds of the plans, side by side */
  readPrices(
    manager: EntityManager,
    roomIds: RoomId[],
    ratePlanIds: RatePlanId[],
    { from, to }: DateRange,
  ): Promise<PlanPrices[]> {
    return READ_PRICES_OF_PLANS.run<PlanPrices[]>(manager, [roomIds, ratePlanIds, from, to]);
  }

  readAvailability(
    manager: EntityManager,
    roomIds: RoomId[],
    { from, to }: DateRange,
  ): Promise<RoomNumbers[]> {
    return READ_AVAILABILITY_OF_ROOMS.run<RoomNumbers[]>(manager, [roomIds, from, to]);
  }

  /** The held prices of some rooms, by plan and in the order of their dates. */
  findHeld(
    _manager: EntityManager,
    _roomIds: RoomId[],
    _range: DateRange,
  ): Promise<(HeldPriceOfDay & { ratePlanId: RatePlanId })[]> {
    return Promise.resolve([]);
  }
}
