import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { microseconds } from './pushed-cells.repository';
import { IS_UNDONE } from './undone-entries';

/**
 * What a cell is, and how it came to be it. Moments are microseconds. Values are prices in 1/10,000, where null is not
 * set, or rooms left; a record that does not exist is the same as one that is not set, and as no rooms left.
 */
export interface CellPast {
  date: CalendarDate;
  value: bigint | null;
  exists: boolean;
  /** When it was last changed by something that is not to be undone; null where that was before all that is. */
  lastOther: number | null;
  /** When it was first changed by what is to be undone, and by nothing else since; null where there is no such change. */
  firstUndone: number | null;
  /** What it was before that change. */
  before: bigint | null;
  /** What it was after the last change. */
  after: bigint | null;
}

export type PricePast = CellPast & { ratePlanId: RatePlanId };

type Row<T> = Omit<T, 'value' | 'before' | 'after'> &
  Record<'value' | 'before' | 'after', string | number | null>;

/**
 * `bounds.first` is when what is looked at begins: with the first entry that is to be undone, or with the known past.
 * The newest state before is the ground on which changes are told from.
 */
const BOUNDS = `
  undo AS (
    SELECT * FROM undo WHERE id = $1
  ), bounds AS (
    SELECT greatest(undo.since, greatest(timeline.known_since, boundary.known_since) + interval '1 microsecond') AS first
      FROM undo, history_boundary AS boundary, room_timeline AS timeline
     WHERE timeline.room_id = $2
  )`;

/** The states of the dates, and which of their entries are to be undone. Entries are looked up one by one: their range may be long. */
const statesOf = (table: 'price_state' | 'availability_state', columns: string) => `
  state AS MATERIALIZED (
    SELECT day.date, found.*
      FROM bounds
     CROSS JOIN unnest($3::date[]) AS day (date)
     CROSS JOIN LATERAL (
             (SELECT moment, entry_id, ${columns}, true AS is_ground FROM ${table}
               WHERE room_id = $2 AND date = day.date AND moment < bounds.first ORDER BY moment DESC LIMIT 1)
              UNION ALL
             (SELECT moment, entry_id, ${columns}, false FROM ${table}
               WHERE room_id = $2 AND date = day.date AND moment >= bounds.first)) AS found
  ), undone AS MATERIALIZED (
    SELECT entry.id
      FROM (SELECT DISTINCT entry_id FROM state) AS made
     CROSS JOIN LATERAL (
             SELECT entry.id FROM journal_entry AS entry, undo
              WHERE entry.id = made.entry_id AND ${IS_UNDONE} LIMIT 1) AS entry
  )`;

/** Looked up in a hash, however many there are. */
const IS_OF_UNDONE = `coalesce(entry_id IN (SELECT id FROM undone), false) AS is_undone`;

/** Of the changes of each cell, what its past tells; a cell is named by `cell`. */
const pastOf = (cell: string) => `
  past AS (
    SELECT ${cell}, max(last_other) AS last_other,
           min(moment) FILTER (WHERE moment > coalesce(last_other, '-infinity')) AS first_undone,
           (array_agg(earlier ORDER BY moment) FILTER (WHERE moment > coalesce(last_other, '-infinity')))[1] AS before,
           (array_agg(value ORDER BY moment DESC))[1] AS after
      FROM (SELECT *, max(moment) FILTER (WHERE NOT is_undone) OVER (PARTITION BY ${cell}) AS last_other
              FROM change) AS ordered
     GROUP BY ${cell}
  )`;

const PAST = `
  ${microseconds('past.last_other')} AS "lastOther", ${microseconds('past.first_undone')} AS "firstUndone",
  past.before, past.after`;

/** The SQL of what cells are and were before entries that are to be undone. */
@Injectable()
export class CellPastsRepository {
  /** The prices of some plans of a room; what was before a plan began is about an earlier one under its id. */
  async listPrices(
    manager: EntityManager,
    undoId: string,
    roomId: RoomId,
    ratePlanIds: RatePlanId[],
    dates: CalendarDate[],
  ): Promise<PricePast[]> {
    const rows = await manager.query<Row<PricePast>[]>(
      `WITH ${BOUNDS}, ${statesOf('price_state', 'layout_id, prices')}, plan AS MATERIALIZED (
         SELECT plan.id, coalesce(state.began, '-infinity') AS began
           FROM unnest($4::bigint[]) AS plan (id)
           LEFT JOIN LATERAL (
                  SELECT began FROM rate_plan_state
                   WHERE room_id = $2 AND rate_plan_id = plan.id ORDER BY moment DESC LIMIT 1) AS state ON true
       ), place AS MATERIALIZED (
         SELECT layout.id AS layout_id, place.position, plan.id AS rate_plan_id, plan.began
           FROM price_layout AS layout
          CROSS JOIN unnest(layout.rate_plan_ids) WITH ORDINALITY AS place (rate_plan_id, position)
           JOIN plan ON plan.id = place.rate_plan_id
          WHERE layout.room_id = $2
       ), step AS MATERIALIZED (
         SELECT *, lag(prices) OVER in_order AS earlier_prices, lag(layout_id) OVER in_order AS earlier_layout_id,
                lag(moment) OVER in_order AS earlier_moment
           FROM state
         WINDOW in_order AS (PARTITION BY date ORDER BY moment)
       ), value AS (
         SELECT place.rate_plan_id, step.date, step.moment, step.entry_id,
                nullif(prices[place.position], -1) AS value,
                CASE WHEN earlier_moment >= place.began THEN nullif(earlier_prices[
                  CASE WHEN earlier_layout_id = step.layout_id THEN place.position
                       ELSE (SELECT position FROM place AS earlier
                              WHERE layout_id = earlier_layout_id AND rate_plan_id = place.rate_plan_id) END], -1)
                END AS earlier
           FROM step
           JOIN place USING (layout_id)
          WHERE step.moment >= place.began AND NOT is_ground
       ), change AS (
         SELECT rate_plan_id, date, moment, value, earlier, ${IS_OF_UNDONE}
           FROM value
          WHERE value IS DISTINCT FROM earlier
       ), ${pastOf('rate_plan_id, date')}
       SELECT plan.id AS "ratePlanId", day.date, (stored.price * 10000)::bigint AS value,
              stored.date IS NOT NULL AS exists, ${PAST}
         FROM plan
        CROSS JOIN unnest($3::date[]) AS day (date)
         LEFT JOIN past ON past.rate_plan_id = plan.id AND past.date = day.date
         LEFT JOIN rate_room_availability AS stored
           ON stored.room_id = $2 AND stored.rate_plan_id = plan.id AND stored.date = day.date`,
      [undoId, roomId, dates, ratePlanIds],
    );
    return rows.map(withNumbers);
  }

  /** How many rooms were left. */
  async listRoomsLeft(
    manager: EntityManager,
    undoId: string,
    roomId: RoomId,
    dates: CalendarDate[],
  ): Promise<CellPast[]> {
    const rows = await manager.query<Row<CellPast>[]>(
      `WITH ${BOUNDS}, ${statesOf('availability_state', 'total_rooms')}, life AS (
         SELECT coalesce(max(began), '-infinity') AS began FROM room_state WHERE room_id = $2
       ), value AS (
         SELECT date, moment, entry_id, is_ground, total_rooms AS value,
                coalesce(lag(total_rooms) OVER (PARTITION BY date ORDER BY moment), 0) AS earlier
           FROM state CROSS JOIN life
          WHERE moment >= began
       ), change AS (
         SELECT date, moment, value, earlier, ${IS_OF_UNDONE}
           FROM value
          WHERE NOT is_ground AND value <> earlier
       ), ${pastOf('date')}
       SELECT day.date, stored.total_rooms AS value, stored.date IS NOT NULL AS exists, ${PAST}
         FROM unnest($3::date[]) AS day (date)
         LEFT JOIN past ON past.date = day.date
         LEFT JOIN room_availability AS stored ON stored.room_id = $2 AND stored.date = day.date`,
      [undoId, roomId, dates],
    );
    return rows.map(withNumbers);
  }
}

function withNumbers<T extends CellPast>(row: Row<T>): T {
  const read = (text: string | number | null) => (text === null ? null : BigInt(text));
  return { ...row, value: read(row.value), before: read(row.before), after: read(row.after) } as unknown as T;
}
