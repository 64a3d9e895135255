import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { LAST_ID } from '../../platform/database/id';
import { matchesAll, namesIn, patternsOf } from '../../platform/database/name-search';
import { PreparedStatement } from '../../platform/database/prepared-statement';
import { HAS_RESTRICTIONS, PACKED_RESTRICTIONS } from '../../pricing/rate-room-availability.statements';
import type { DateRange } from '../../platform/dates/date-range';
import type { LastPush } from './last-push';
import { lastPushOf } from './last-push';
import type { CalendarPlan, HeldPrice, RoomFilter } from './calendar-source';

/**
 * The prices of all plans of a room by date and plan, in the format of `readNumbers`; null if there are none.
 */
export interface RoomPrices {
  roomId: RoomId;
  prices: string | null;
}

/** The prices of a plan on the days with a record, in the format of `placeNumbers`. */
export interface PlacedPrices {
  id: RatePlanId;
  dayNumbers: string | null;
  prices: string | null;
}

/** A rate plan and the number of plans of its room; null if only some of them are known. */
export interface PresentPlan extends CalendarPlan {
  plansOfRoom: number | null;
}

/** A room of a page. */
export interface RoomOfCalendar {
  id: RoomId;
  name: string;
  propertyName: string | null;
  lastPush: LastPush | null;
}

/** The numbers of a room by date, in the format of `PlacedPrices`. */
export interface RoomNumbers {
  dayNumbers: string | null;
  totalRooms: string | null;
  occupiedRooms: string | null;
  /** The closed days. */
  closedDays: string | null;
}

/** The restrictions of a plan on the days that have any. */
export interface PlacedRestrictions {
  id: RatePlanId;
  dayNumbers: string;
  restrictions: string;
}

/** The days with a record, as offsets from the first day of the range. */
const dayNumbersFrom = (from: string) => `string_agg((date - ${from}::date)::text, ',' ORDER BY date)`;

const PLAN = `plan.id, plan.room_id AS "roomId", plan.name, plan.currency, plan.derived_from_id AS "derivedFromId",
              plan.derivation::text AS derivation, plan.has_held_prices AS "hasHeldPrices"`;

/** The rooms of a page. */
const ROOMS = `
  (SELECT id, name, property_name FROM room
    WHERE id > $1 AND id <= $5 AND ($2::text IS NULL OR property_name = $2)
      AND ($3::text[] IS NULL OR ${matchesAll(namesIn('property_name', 'name'), '$3')})
    ORDER BY id LIMIT $4)`;

const FIND_ROOMS = new PreparedStatement(
  'find_rooms_of_calendar',
  `SELECT room.id, room.name, room.property_name AS "propertyName", ${lastPushOf('room.id')} AS "lastPush"
     FROM ${ROOMS} AS room
    ORDER BY room.id`,
);

/**
 * This and the next statement read one room, in the order of the key: a statement for all rooms at once does not keep a
 * good plan when the table grows, and Citus does not look up several rooms one by one. They are sent together.
 */
const READ_NUMBERS_OF_ROOM = new PreparedStatement(
  'read_numbers_of_room',
  `SELECT ${dayNumbersFrom('$2')} AS "dayNumbers", string_agg(total_rooms::text, ',' ORDER BY date) AS "totalRooms",
          string_agg(occupied_rooms::text, ',' ORDER BY date) AS "occupiedRooms",
          string_agg((date - $2::date)::text, ',') FILTER (WHERE closed) AS "closedDays"
     FROM room_availability
    WHERE room_id = $1::bigint AND date BETWEEN $2::date AND $3::date`,
);

const FIND_PLANS = new PreparedStatement(
  'find_plans_of_calendar',
  `SELECT ${PLAN}, count(*) OVER (PARTITION BY plan.room_id)::integer AS "plansOfRoom"
     FROM ${ROOMS} AS room JOIN rate_plan AS plan ON plan.room_id = room.id`,
);

/**
 * Leaves out the days, which would take longer: usually all days have a record, as the number of prices shows.
 */
const READ_PRICES_OF_ROOM = new PreparedStatement(
  'read_prices_of_room',
  `SELECT string_agg(price, ',') AS prices
     FROM (SELECT coalesce(price::text, '') AS price FROM rate_room_availability
            WHERE room_id = $1::bigint AND date BETWEEN $2::date AND $3::date
            ORDER BY date, rate_plan_id) AS cell`,
);

const READ_PLACED_PRICES_OF_PLANS = new PreparedStatement(
  'read_placed_prices_of_plans',
  `SELECT rate_plan_id AS id, ${dayNumbersFrom('$3')} AS "dayNumbers",
          string_agg(coalesce(price::text, ''), ',' ORDER BY date) AS prices
     FROM rate_room_availability
    WHERE room_id = ANY($1::bigint[]) AND rate_plan_id = ANY($2::bigint[]) AND date BETWEEN $3::date AND $4::date
    GROUP BY room_id, rate_plan_id`,
);

const READ_RESTRICTIONS_OF_ROOMS = new PreparedStatement(
  'read_restrictions_of_rooms',
  `SELECT stored.rate_plan_id AS id, string_agg((stored.date - $2::date)::text, ',') AS "dayNumbers",
          string_agg((${PACKED_RESTRICTIONS})::text, ',') AS restrictions
     FROM rate_room_availability AS stored
    WHERE stored.room_id = ANY($1::bigint[]) AND stored.date BETWEEN $2::date AND $3::date AND ${HAS_RESTRICTIONS}
    GROUP BY stored.rate_plan_id`,
);

/** The SQL of the present calendar of rooms. */
@Injectable()
export class CalendarsRepository {
  /** Returns rooms after the cursor, in the order of their ids. */
  findRooms(manager: EntityManager, filter: RoomFilter, limit: number): Promise<RoomOfCalendar[]> {
    return FIND_ROOMS.run<RoomOfCalendar[]>(manager, parametersOf(filter, limit));
  }

  /** Returns the numbers of some rooms, in the same order. */
  readNumbers(manager: EntityManager, roomIds: RoomId[], { from, to }: DateRange): Promise<RoomNumbers[]> {
    return Promise.all(
      roomIds.map(async (roomId) => {
        const [numbers] = await READ_NUMBERS_OF_ROOM.run<[RoomNumbers]>(manager, [roomId, from, to]);
        return numbers;
      }),
    );
  }

  /**
   * Returns the plans of the rooms that `findRooms` finds.
   * It searches for the rooms again, so that both statements can be sent at once and share a round trip.
   */
  findPlans(manager: EntityManager, filter: RoomFilter, limit: number): Promise<PresentPlan[]> {
    return FIND_PLANS.run<PresentPlan[]>(manager, parametersOf(filter, limit));
  }

  /**
   * Returns some plans and all their ancestors. UNION removes duplicates, so the recursion also ends in a
   * circle.
   */
  findLines(manager: EntityManager, ratePlanIds: RatePlanId[]): Promise<PresentPlan[]> {
    return manager.query<PresentPlan[]>(
      `WITH RECURSIVE line AS (
         SELECT id, derived_from_id FROM rate_plan WHERE id = ANY($1::bigint[])
          UNION
         SELECT parent.id, parent.derived_from_id
           FROM line JOIN rate_plan AS parent ON parent.id = line.derived_from_id
       )
       SELECT ${PLAN}, NULL AS "plansOfRoom" FROM line JOIN rate_plan AS plan USING (id)`,
      [ratePlanIds],
    );
  }

  readPrices(manager: EntityManager, roomIds: RoomId[], { from, to }: DateRange): Promise<RoomPrices[]> {
    return Promise.all(
      roomIds.map(async (roomId) => {
        const [row] = await READ_PRICES_OF_ROOM.run<[Pick<RoomPrices, 'prices'>]>(manager, [
          roomId,
          from,
          to,
        ]);
        return { roomId, ...row };
      }),
    );
  }

  readPlacedPrices(manager: EntityManager, plans: CalendarPlan[], range: DateRange): Promise<PlacedPrices[]> {
    return READ_PLACED_PRICES_OF_PLANS.run<PlacedPrices[]>(manager, keysOf(plans, range));
  }

  /** Returns the restrictions of the plans of some rooms, for plans that have any. */
  readRestrictions(
    manager: EntityManager,
    roomIds: RoomId[],
    { from, to }: DateRange,
  ): Promise<PlacedRestrictions[]> {
    return READ_RESTRICTIONS_OF_ROOMS.run<PlacedRestrictions[]>(manager, [roomIds, from, to]);
  }

  /** Returns the held prices of some plans, ordered by date. */
  findHeld(
    manager: EntityManager,
    plans: CalendarPlan[],
    range: DateRange,
  ): Promise<(HeldPrice & { ratePlanId: RatePlanId })[]> {
    return manager.query(
      `SELECT rate_plan_id AS "ratePlanId", date, round(price, greatest(2, min_scale(price)))::text AS price
         FROM unnest($1::bigint[], $2::bigint[]) AS plan (room_id, id)
         JOIN held_price AS held ON held.room_id = plan.room_id AND held.rate_plan_id = plan.id
        WHERE date BETWEEN $3 AND $4
        ORDER BY date`,
      keysOf(plans, range),
    );
  }
}

function keysOf(plans: CalendarPlan[], { from, to }: DateRange): unknown[] {
  return [plans.map(({ roomId }) => roomId), plans.map(({ id }) => id), from, to];
}

/** The parameters of `ROOMS`. */
function parametersOf(
  { propertyName, search, cursor = '0', last = LAST_ID }: RoomFilter,
  limit: number,
): unknown[] {
  return [cursor, propertyName, search === undefined ? null : patternsOf(search), limit, last];
}
