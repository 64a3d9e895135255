import { PreparedStatement } from '../../platform/database/prepared-statement';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { microseconds } from './moment';

/** A state of a date. */
export interface State {
  date: CalendarDate;
  /** In microseconds. */
  moment: number;
  entryId: string | null;
  /** Whether this is the newest state before the first moment that was asked for. */
  isGround: boolean;
}

/**
 * Returns a statement that reads, for each of some dates, the newest state of a room until a moment: `$1` is the room,
 * `$2` its beginning, `$3` the moment, `$4` the dates. It reads one room, because Citus refuses the look-up for several.
 */
export function newestStates(name: string, table: string, columns: string): PreparedStatement {
  return new PreparedStatement(
    name,
    `SELECT ${columns}
       FROM unnest($4::date[]) AS day (date)
      CROSS JOIN LATERAL (
              SELECT * FROM ${table}
               WHERE room_id = $1::bigint AND date = day.date AND moment BETWEEN $2::timestamptz AND $3::timestamptz
               ORDER BY moment DESC LIMIT 1) AS state`,
  );
}

/**
 * Returns SQL that selects, for the dates `$2` of the room `$1`, the newest state before the moment `$3` in microseconds,
 * and all later states.
 */
export function statesSince(table: string, columns: string): string {
  return `
    SELECT day.date::text, ${microseconds('state.moment')} AS moment, state.entry_id AS "entryId",
           state.is_ground AS "isGround", ${columns}
      FROM unnest($2::date[]) AS day (date)
     CROSS JOIN LATERAL (
             (SELECT *, true AS is_ground FROM ${table}
               WHERE room_id = $1 AND date = day.date AND moment < to_timestamp($3::float8 / 1000000)
               ORDER BY moment DESC LIMIT 1)
              UNION ALL
             (SELECT *, false FROM ${table}
               WHERE room_id = $1 AND date = day.date AND moment >= to_timestamp($3::float8 / 1000000))) AS state
     ORDER BY day.date, state.moment`;
}
