import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { matchesAll, namesIn, patternsOf } from '../../platform/database/name-search';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { LAST_ID } from '../../platform/database/id';
import { keyAt } from '../../push/journal/request-id';
import type { RoomFilter, ShownPlan, ShownRoom } from './shown-room';
import { lastPushOf } from './last-push';
import { jsonMoment, microseconds } from '../../platform/database/moment-sql';

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
export interface PastRoom extends Omit<ShownRoom, 'plans'> {
  /** Whether its known past begins later. The names are then those at its beginning. */
  isUnknown: boolean;
  began: string;
}

/**
 * The maximum difference between clocks: a call may seem to arrive this much later than its entry takes
 * effect.
 */
const CLOCK_DIFFERENCE_MS = 300_000;

/** A plan as the driver returns it. */
type PlanRow = Omit<ShownPlan, 'began' | 'hasHeldPrices'> & { began: string };

/** Selects a plan's newest state until `$2`, with the room that it belonged to. */
const NEWEST_PLAN = (id: string) => `
  LATERAL (SELECT state.rate_plan_id AS id, state.room_id, state.began, state.is_deleted, state.name, state.currency,
                  state.derived_from_id, state.derivation::text AS derivation
             FROM rate_plan_state AS state
            WHERE state.rate_plan_id = ${id} AND state.moment <= $2::timestamptz
            ORDER BY state.moment DESC LIMIT 1)`;

/** The SQL of the rooms of calendars at a past moment. */
@Injectable()
export class PastRoomsRepository {
  /** Returns the beginning of the known past of any room. It reads all rooms. */
  async findBeginning(manager: EntityManager, at: string): Promise<Beginning> {
    const [row] = await manager.query<[Beginning]>(
      `SELECT ${jsonMoment('since')} AS "knownSince", $1::timestamptz >= since AS "isKnown"
         FROM (SELECT greatest(known_since, (SELECT min(known_since) FROM room_clock)) AS since
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
         FROM (SELECT (SELECT greatest(clock.known_since, boundary.known_since)
                         FROM room_clock AS clock, history_boundary AS boundary
                        WHERE room_id = $2) AS since) AS beginning`,
      [at, roomId],
    );
    return row;
  }

  /**
   * Returns the rooms that existed at a moment, after the cursor, in the order of their ids.
   * If a moment precedes the known past of a room, the room comes with its first known state. A room whose
   * first state has a journal entry did not exist before that state.
   */
  findRooms(manager: EntityManager, at: string, filter: RoomFilter, limit: number): Promise<PastRoom[]> {
    const { propertyName, search, cursor = '0', last = LAST_ID } = filter;
    const beforeKey = keyAt(new Date(Date.parse(at) + CLOCK_DIFFERENCE_MS));
    return manager.query<PastRoom[]>(
      `SELECT room_id AS id, name, property_name AS "propertyName", began::text,
              ${jsonMoment('greatest(clock.known_since, boundary.known_since)')} AS "knownSince",
              $1::timestamptz < greatest(state.moment, boundary.known_since) AS "isUnknown",
              ${lastPushOf('state.room_id', 'id < $6 AND applied_at <= $1::timestamptz')} AS "lastPush"
         FROM (SELECT DISTINCT ON (room_id) room_id, moment, began, is_deleted, entry_id, name, property_name
                 FROM room_state
                WHERE room_id > $2 AND room_id <= $7
                ORDER BY room_id, moment <= $1::timestamptz DESC,
                         CASE WHEN moment <= $1::timestamptz THEN moment END DESC, moment) AS state
         JOIN room_clock AS clock USING (room_id)
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
   * @param beginnings the beginnings of the rooms and of their states
   */
  async findPlans(manager: EntityManager, at: string, beginnings: Map<RoomId, string>): Promise<ShownPlan[]> {
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
      [[...beginnings.keys()], at, [...beginnings.values()]],
    );
    return rows.map(toShownPlan);
  }

  /**
   * Returns some plans at a moment and all their ancestors. UNION removes duplicates, so the recursion also
   * ends in a circle.
   */
  async findLines(
    manager: EntityManager,
    at: string,
    ratePlanIds: readonly RatePlanId[],
  ): Promise<ShownPlan[]> {
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
    return rows.map(toShownPlan);
  }
}

function toShownPlan({ began, ...plan }: PlanRow): ShownPlan {
  return { ...plan, began: Number(began), hasHeldPrices: false };
}
