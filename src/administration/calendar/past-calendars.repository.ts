import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { matchesAll, namesIn, patternsOf } from '../../platform/database/name-search';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { LAST_ID } from '../../platform/database/id';
import { PreparedStatement } from '../../platform/database/prepared-statement';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { keyAt } from '../../push/journal/request-id';
import type { RoomFilter } from './calendar-source';
import type { LastPush } from './last-push';
import { lastPushOf } from './last-push';
import { jsonMoment } from '../../calendar/history/moment';

/** The beginning of the known past, and whether a moment is inside it. */
export interface Beginning {
  knownSince: string | null;
  isKnown: boolean;
}

/** The known past of one room. */
export interface KnownRoom {
  /** Whether the room exists now. */
  exists: boolean;
  /** Null if nothing is known of its past yet. */
  knownSince: string | null;
  isKnown: boolean | null;
}

/** A room at a moment. */
export interface PastRoom {
  id: RoomId;
  name: string;
  propertyName: string | null;
  knownSince: string;
  /** Whether its known past begins later; the names are those from its beginning. */
  isUnknown: boolean;
  /** The beginning of this room, and of its states: text of a `timestamptz`. */
  began: string;
  lastPush: LastPush | null;
}

/** A rate plan at a moment. */
export interface PastPlan {
  id: RatePlanId;
  roomId: RoomId;
  /** The same as `PastRoom.began`. */
  roomBegan: string;
  /** The beginning of this plan, and of its states, in microseconds. */
  began: number;
  name: string;
  currency: string;
  derivedFromId: RatePlanId | null;
  /** JSON text. */
  derivation: string | null;
  /** Whether no state of the plan itself is known until then, because it was created outside the service. */
  isUncertain: boolean;
}

/** The number of rooms on a date. */
export interface PastAvailability {
  roomId: RoomId;
  /** Its index among the requested dates. */
  day: number;
  totalRooms: number;
  closed: boolean;
}

/** The prices, or the restrictions, of all plans of a room on a date. */
export interface PastValues {
  roomId: RoomId;
  /** The same as `PastAvailability.day`. */
  day: number;
  layoutId: number;
  /** In microseconds. */
  moment: number;
  /**
   * In the order of the layout. Prices are in 1/10,000: `1001000,,-1` has nothing for "not set" and -1 for "no record".
   * Restrictions are packed.
   */
  values: string;
}

/**
 * The maximum difference between clocks: a call may seem to arrive this much later than its entry takes
 * effect.
 */
const CLOCK_DIFFERENCE_MS = 300_000;

/** A plan as the driver returns it. */
type PlanRow = Omit<PastPlan, 'began'> & { began: string };

/** Converts a timestamp to microseconds, which a number represents exactly. */
const microseconds = (column: string) => `extract(epoch FROM ${column}) * 1000000`;

/**
 * Reads the newest state until the moment, for each date of a room. Each room has its own statement: Citus refuses the
 * look-up for several rooms.
 */
const READ_PAST_AVAILABILITY = new PreparedStatement(
  'read_past_availability',
  `SELECT day.position::integer - 1 AS day, state.total_rooms AS "totalRooms",
          state.closed
     FROM unnest($3::date[]) WITH ORDINALITY AS day (date, position)
    CROSS JOIN LATERAL (
            SELECT total_rooms, closed FROM availability_state
             WHERE room_id = $1::bigint AND date = day.date AND moment BETWEEN $2::timestamptz AND $4::timestamptz
             ORDER BY moment DESC LIMIT 1) AS state`,
);

const READ_PAST_PRICES = new PreparedStatement(
  'read_past_prices',
  `SELECT day.position::integer - 1 AS day, state.layout_id AS "layoutId",
          ${microseconds('state.moment')} AS moment, array_to_string(state.prices, ',', '') AS values
     FROM unnest($3::date[]) WITH ORDINALITY AS day (date, position)
    CROSS JOIN LATERAL (
            SELECT moment, layout_id, prices FROM price_state
             WHERE room_id = $1::bigint AND date = day.date AND moment BETWEEN $2::timestamptz AND $4::timestamptz
             ORDER BY moment DESC LIMIT 1) AS state`,
);

const READ_PAST_RESTRICTIONS = new PreparedStatement(
  'read_past_restrictions',
  `SELECT day.position::integer - 1 AS day, state.layout_id AS "layoutId",
          ${microseconds('state.moment')} AS moment, array_to_string(state.restrictions, ',') AS values
     FROM unnest($3::date[]) WITH ORDINALITY AS day (date, position)
    CROSS JOIN LATERAL (
            SELECT moment, layout_id, restrictions FROM restriction_state
             WHERE room_id = $1::bigint AND date = day.date AND moment BETWEEN $2::timestamptz AND $4::timestamptz
             ORDER BY moment DESC LIMIT 1) AS state`,
);

/** Selects a plan's newest state until `$2`, with the room that it belonged to. */
const NEWEST_PLAN = (id: string) => `
  LATERAL (SELECT state.rate_plan_id AS id, state.room_id, state.began, state.is_deleted, state.name, state.currency,
                  state.derived_from_id, state.derivation::text AS derivation
             FROM rate_plan_state AS state
            WHERE state.rate_plan_id = ${id} AND state.moment <= $2::timestamptz
            ORDER BY state.moment DESC LIMIT 1)`;

/** The SQL of the past calendar of rooms. */
@Injectable()
export class PastCalendarsRepository {
  /** Returns the beginning of the known past of any room. It reads all rooms. */
  async findBeginning(manager: EntityManager, at: string): Promise<Beginning> {
    const [row] = await manager.query<[Beginning]>(
      `SELECT ${jsonMoment('since')} AS "knownSince", $1::timestamptz >= since AS "isKnown"
         FROM (SELECT greatest(known_since, (SELECT min(known_since) FROM room_timeline)) AS since
                 FROM history_boundary) AS beginning`,
      [at],
    );
    return row;
  }

  /** Returns the beginning of the known past of a room, and whether a moment is inside it. */
  async findKnown(manager: EntityManager, at: string, roomId: RoomId): Promise<KnownRoom> {
    const [row] = await manager.query<[KnownRoom]>(
      `SELECT EXISTS (SELECT FROM room WHERE id = $2) AS exists, ${jsonMoment('since')} AS "knownSince",
              $1::timestamptz >= since AS "isKnown"
         FROM (SELECT (SELECT greatest(timeline.known_since, boundary.known_since)
                         FROM room_timeline AS timeline, history_boundary AS boundary
                        WHERE room_id = $2) AS since) AS beginning`,
      [at, roomId],
    );
    return row;
  }

  /**
   * Returns the rooms that existed at a moment, after the cursor, in the order of their ids.
   * If a moment precedes the known past of a room, the room comes with its first known state. A room whose
   * first state has a journal entry did not exist before it.
   */
  findRooms(manager: EntityManager, at: string, filter: RoomFilter, limit: number): Promise<PastRoom[]> {
    const { propertyName, search, cursor = '0', last = LAST_ID } = filter;
    const beforeKey = keyAt(new Date(Date.parse(at) + CLOCK_DIFFERENCE_MS));
    return manager.query<PastRoom[]>(
      `SELECT room_id AS id, name, property_name AS "propertyName", began::text,
              ${jsonMoment('greatest(timeline.known_since, boundary.known_since)')} AS "knownSince",
              $1::timestamptz < greatest(state.moment, boundary.known_since) AS "isUnknown",
              ${lastPushOf('state.room_id', 'id < $6 AND applied_at <= $1::timestamptz')} AS "lastPush"
         FROM (SELECT DISTINCT ON (room_id) room_id, moment, began, is_deleted, entry_id, name, property_name
                 FROM room_state
                WHERE room_id > $2 AND room_id <= $7
                ORDER BY room_id, moment <= $1::timestamptz DESC,
                         CASE WHEN moment <= $1::timestamptz THEN moment END DESC, moment) AS state
         JOIN room_timeline AS timeline USING (room_id)
        CROSS JOIN history_boundary AS boundary
        WHERE NOT state.is_deleted AND (state.moment <= $1::timestamptz OR entry_id IS NULL)
          AND ($3::text IS NULL OR property_name = $3)
          AND ($4::text[] IS NULL OR ${matchesAll(namesIn('property_name', 'name'), '$4')})
        ORDER BY room_id
        LIMIT $5`,
      [at, cursor, propertyName, search === undefined ? null : patternsOf(search), limit, beforeKey, last],
    );
  }

  /**
   * Returns the plans that some rooms had at a moment, ordered by id. They include present plans without any
   * stored state until then.
   * @param lives the beginnings of the rooms and of their states
   */
  async findPlans(manager: EntityManager, at: string, lives: Map<RoomId, string>): Promise<PastPlan[]> {
    const rows = await manager.query<PlanRow[]>(
      `WITH room AS MATERIALIZED (
         SELECT * FROM unnest($1::bigint[], $3::timestamptz[]) AS room (id, began)
       ), state AS MATERIALIZED (
         SELECT DISTINCT ON (state.room_id, rate_plan_id) rate_plan_id AS id, state.room_id, room.began AS room_began,
                state.began, state.is_deleted, name, currency, derived_from_id, derivation::text AS derivation
           FROM room JOIN rate_plan_state AS state ON state.room_id = room.id
          WHERE moment BETWEEN room.began AND $2::timestamptz
          ORDER BY state.room_id, rate_plan_id, moment DESC
       )
       SELECT id, room_id AS "roomId", room_began::text AS "roomBegan", ${microseconds('began')} AS began, name,
              currency, derived_from_id AS "derivedFromId", derivation, false AS "isUncertain"
         FROM state
        WHERE NOT is_deleted
        UNION ALL
       SELECT plan.id, room_id, room.began::text, '-Infinity', name, currency, derived_from_id, derivation::text, true
         FROM room JOIN rate_plan AS plan ON plan.room_id = room.id
        WHERE plan.id NOT IN (SELECT id FROM state)
        ORDER BY id`,
      [[...lives.keys()], at, [...lives.values()]],
    );
    return rows.map(toPastPlan);
  }

  /**
   * Returns some plans at a moment and all their ancestors. UNION removes duplicates, so the recursion also
   * ends in a circle.
   */
  async findLines(manager: EntityManager, at: string, ratePlanIds: RatePlanId[]): Promise<PastPlan[]> {
    const rows = await manager.query<PlanRow[]>(
      `WITH RECURSIVE line AS (
         SELECT newest.* FROM unnest($1::bigint[]) AS wanted (id) CROSS JOIN ${NEWEST_PLAN('wanted.id')} AS newest
          UNION
         SELECT newest.* FROM line CROSS JOIN ${NEWEST_PLAN('line.derived_from_id')} AS newest
       )
       SELECT line.id, line.room_id AS "roomId", room.began::text AS "roomBegan", ${microseconds('line.began')} AS began,
              line.name, currency, derived_from_id AS "derivedFromId", derivation, false AS "isUncertain"
         FROM line
        CROSS JOIN LATERAL (
                SELECT began, is_deleted FROM room_state
                 WHERE room_id = line.room_id AND moment <= $2::timestamptz ORDER BY moment DESC LIMIT 1) AS room
        WHERE NOT line.is_deleted AND NOT room.is_deleted`,
      [ratePlanIds, at],
    );
    return rows.map(toPastPlan);
  }

  /** @param lives the same as in `findPlans` */
  readAvailability(
    manager: EntityManager,
    at: string,
    lives: Map<RoomId, string>,
    dates: CalendarDate[],
  ): Promise<PastAvailability[]> {
    return readStates<PastAvailability>(READ_PAST_AVAILABILITY, manager, lives, [dates, at]);
  }

  /** @param lives the same as in `findPlans` */
  readPrices(
    manager: EntityManager,
    at: string,
    lives: Map<RoomId, string>,
    dates: CalendarDate[],
  ): Promise<PastValues[]> {
    return readValues(READ_PAST_PRICES, manager, lives, [dates, at]);
  }

  /** @param lives the same as in `findPlans` */
  readRestrictions(
    manager: EntityManager,
    at: string,
    lives: Map<RoomId, string>,
    dates: CalendarDate[],
  ): Promise<PastValues[]> {
    return readValues(READ_PAST_RESTRICTIONS, manager, lives, [dates, at]);
  }

  /** Returns the plans of some layouts, in the order of their prices. */
  findLayouts(
    manager: EntityManager,
    layoutIds: number[],
  ): Promise<{ id: number; ratePlanIds: RatePlanId[] }[]> {
    return manager.query(
      `SELECT id, rate_plan_ids AS "ratePlanIds" FROM price_layout WHERE id = ANY($1::integer[])`,
      [layoutIds],
    );
  }
}

async function readValues(
  statement: PreparedStatement,
  manager: EntityManager,
  lives: Map<RoomId, string>,
  parameters: [CalendarDate[], string],
): Promise<PastValues[]> {
  const rows = await readStates<Omit<PastValues, 'moment'> & { moment: string }>(
    statement,
    manager,
    lives,
    parameters,
  );
  return rows.map((row) => ({ ...row, moment: Number(row.moment) }));
}

/** Reads the states of each room, and names their room. */
async function readStates<Row extends { roomId: RoomId }>(
  statement: PreparedStatement,
  manager: EntityManager,
  lives: Map<RoomId, string>,
  parameters: [CalendarDate[], string],
): Promise<Row[]> {
  const found = await Promise.all(
    [...lives].map(async ([roomId, began]) => {
      const rows = await statement.run<Omit<Row, 'roomId'>[]>(manager, [roomId, began, ...parameters]);
      return rows.map((row) => ({ ...row, roomId }) as unknown as Row);
    }),
  );
  return found.flat();
}

function toPastPlan({ began, ...plan }: PlanRow): PastPlan {
  return { ...plan, began: Number(began) };
}
