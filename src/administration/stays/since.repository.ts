import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { jsonMoment } from '../../calendar/history/moment';
import type { RestrictionName } from '../../calendar/restrictions';
import { placeOfRestriction } from '../../calendar/restrictions';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { PreparedStatement } from '../../platform/database/prepared-statement';
import type { CalendarDate } from '../../platform/dates/calendar-date';

/** The journal entry that set a value. */
export interface Since {
  requestId: string;
  at: string;
  token: string | null;
}

/** A journal entry that set a value of a date. */
export interface DatedSince extends Since {
  date: CalendarDate;
}

/** The cell whose past is searched. */
export interface SincePlace {
  roomId: RoomId;
  ratePlanId: RatePlanId;
  /** The newest moment that counts; `infinity` for now. */
  until: string;
}

/** The past of a cell: its beginning, and the positions of the plan's values in states. */
export interface CellPast extends SincePlace {
  /** Earlier states of the plan belong to another one with the same id. */
  began: string;
  /** Earlier states of the room belong to another one with the same id. */
  roomBegan: string;
  layoutIds: number[];
  /** The position of the plan in each layout. */
  positions: number[];
}

/** The dates to search, and the maximum number of states for each. */
export interface Search {
  dates: CalendarDate[];
  depth: number;
}

const FIND_PAST = new PreparedStatement(
  'find_past_of_cell',
  `SELECT coalesce(greatest(room.began, plan.began), '-infinity')::text AS began,
          coalesce(room.began, '-infinity')::text AS "roomBegan",
          coalesce(array_agg(id) FILTER (WHERE id IS NOT NULL), '{}') AS "layoutIds",
          coalesce(array_agg(array_position(rate_plan_ids, $2::bigint)) FILTER (WHERE id IS NOT NULL), '{}') AS positions
     FROM (SELECT (SELECT began FROM room_state
                    WHERE room_id = $1 AND moment <= $3::timestamptz ORDER BY moment DESC LIMIT 1)) AS room,
          (SELECT (SELECT began FROM rate_plan_state
                    WHERE room_id = $1 AND rate_plan_id = $2 AND moment <= $3::timestamptz
                    ORDER BY moment DESC LIMIT 1)) AS plan
     LEFT JOIN price_layout AS layout ON layout.room_id = $1 AND rate_plan_ids @> ARRAY[$2::bigint]
    GROUP BY room.began, plan.began`,
);

/** The position of the plan in a state; NULL if its room did not have the plan then. */
const POSITION = `($8::integer[])[array_position($7::integer[], layout_id)]`;

/**
 * Returns a statement that finds, for each date, the first state with the present value: the state after the newest one
 * with another value. It walks back along the key and stops there. If the last `$6` states have no other value and more
 * states exist, it finds nothing. A window function that numbers the states would take two thirds longer. `$1` is the
 * room, `$2` the plan, `$3` the dates, `$4` the first and `$5` the newest moment, `$7` and `$8` the layouts.
 * @param isOther whether a state has another value
 */
const firstState = (name: string, table: string, isOther: string) => {
  const states = `
    FROM ${table}
   WHERE room_id = $1 AND date = day.date AND moment BETWEEN $4::timestamptz AND $5::timestamptz`;
  return new PreparedStatement(
    name,
    `WITH first AS MATERIALIZED (
     SELECT day.date, first.moment, first.entry_id
       FROM unnest($3::date[]) AS day (date)
       LEFT JOIN LATERAL (
              SELECT moment
                FROM (SELECT moment, ${isOther} AS is_other ${states} ORDER BY moment DESC LIMIT $6) AS scanned
               WHERE is_other
               ORDER BY moment DESC LIMIT 1) AS last ON true
       JOIN LATERAL (
              SELECT moment, entry_id ${states} AND moment > coalesce(last.moment, '-infinity')
               ORDER BY moment LIMIT 1) AS first ON true
      WHERE last.moment IS NOT NULL OR NOT EXISTS (SELECT 1 ${states} ORDER BY moment DESC OFFSET $6)
     )
     SELECT first.date, entry.id AS "requestId", ${jsonMoment('first.moment')} AS at, entry.token
       FROM first
      CROSS JOIN history_boundary AS boundary
       JOIN journal_entry AS entry ON entry.id = first.entry_id
      WHERE first.moment > boundary.known_since
        AND ($2::bigint, $7::integer[], $8::integer[]) IS NOT NULL`,
  );
};

const SINCE_NOT_SET = firstState(
  'find_since_not_set',
  'price_state',
  `(prices[${POSITION}] IS NOT NULL OR ${POSITION} IS NULL)`,
);
const SINCE_NO_ROOMS = firstState('find_since_no_rooms', 'availability_state', 'total_rooms > 0');
const SINCE_CLOSED = firstState('find_since_closed', 'availability_state', 'NOT closed');
/** `$9` and `$10` are the place of a restriction in the packed number, `$11` is its value. */
const SINCE_RESTRICTED = firstState(
  'find_since_restricted',
  'restriction_state',
  `coalesce(restrictions[${POSITION}] / $9::bigint % $10::bigint, 0) <> $11::bigint`,
);

const SINCE_LIMIT = `
  SELECT id AS "requestId", ${jsonMoment('applied_at')} AS at, token
    FROM journal_entry
   WHERE room_id = $1 AND changes ?| '{maximumGuests,adults,children}' AND changes ? $3
     AND applied_at BETWEEN coalesce((SELECT began FROM room_state
                                       WHERE room_state.room_id = $1 AND moment <= $2::timestamptz
                                       ORDER BY moment DESC LIMIT 1), '-infinity') AND $2::timestamptz
   ORDER BY applied_at DESC LIMIT 1`;

/** Finds the journal entries that set the values against a stay. */
@Injectable()
export class SinceRepository {
  async findPast(manager: EntityManager, place: SincePlace): Promise<CellPast> {
    const { roomId, ratePlanId, until } = place;
    const [past] = await FIND_PAST.run<[Omit<CellPast, keyof SincePlace>]>(manager, [
      roomId,
      ratePlanId,
      until,
    ]);
    return { ...place, ...past };
  }

  /** Returns the entries since which a plan has no price on dates without one. */
  findNotSet(manager: EntityManager, past: CellPast, search: Search): Promise<DatedSince[]> {
    return SINCE_NOT_SET.run<DatedSince[]>(manager, valuesOf(past, search));
  }

  /** Returns the entries since which no rooms are left on dates without one. */
  findNoRooms(manager: EntityManager, past: CellPast, search: Search): Promise<DatedSince[]> {
    return SINCE_NO_ROOMS.run<DatedSince[]>(manager, valuesOfRoom(past, search));
  }

  /** Returns the entries since which a room is closed on dates on which it is. */
  findClosed(manager: EntityManager, past: CellPast, search: Search): Promise<DatedSince[]> {
    return SINCE_CLOSED.run<DatedSince[]>(manager, valuesOfRoom(past, search));
  }

  /** Returns the entries since which a restriction has a value on some dates. */
  findRestricted(
    manager: EntityManager,
    past: CellPast,
    search: Search,
    name: RestrictionName,
    value: number,
  ): Promise<DatedSince[]> {
    const { unit, values } = placeOfRestriction(name);
    return SINCE_RESTRICTED.run<DatedSince[]>(manager, [...valuesOf(past, search), unit, values, value]);
  }

  /** Returns the entry that set a number of guests. */
  async findLimit(
    manager: EntityManager,
    { roomId, until }: CellPast,
    field: 'maximumGuests' | 'adults' | 'children',
  ): Promise<Since | undefined> {
    const [since] = await manager.query<Since[]>(SINCE_LIMIT, [roomId, until, field]);
    return since;
  }
}

function valuesOf(
  { roomId, ratePlanId, began, until, layoutIds, positions }: CellPast,
  { dates, depth }: Search,
): unknown[] {
  return [roomId, ratePlanId, dates, began, until, depth, layoutIds, positions];
}

/** The values of a room may be older than the plan. */
function valuesOfRoom(past: CellPast, search: Search): unknown[] {
  return valuesOf({ ...past, began: past.roomBegan }, search);
}
