import type { RatePlanId, RoomId } from '../../platform/database/id';
import { PreparedStatement } from '../../platform/database/prepared-statement';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { jsonMoment } from './moment';

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

/** The position of the plan in a state; NULL if its room did not have the plan then. */
export const POSITION = `($8::integer[])[array_position($7::integer[], layout_id)]`;

/**
 * Returns a statement that finds, for each date, the first state with the present value: the state after the newest one
 * with another value. It walks back along the key and stops there. If the last `$6` states have no other value and more
 * states exist, it finds nothing. A window function that numbers the states would take two thirds longer. `$1` is the
 * room, `$2` the plan, `$3` the dates, `$4` the first and `$5` the newest moment, `$7` and `$8` the layouts.
 * @param isOther whether a state has another value
 */
export function firstStates(name: string, table: string, isOther: string): PreparedStatement {
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
}

/** Returns the parameters of a statement of `firstStates` for the values of a plan. */
export function valuesOf(
  { roomId, ratePlanId, began, until, layoutIds, positions }: CellPast,
  { dates, depth }: Search,
): unknown[] {
  return [roomId, ratePlanId, dates, began, until, depth, layoutIds, positions];
}

/** Returns them for the values of a room, which may be older than the plan. */
export function valuesOfRoom(past: CellPast, search: Search): unknown[] {
  return valuesOf({ ...past, began: past.roomBegan }, search);
}
