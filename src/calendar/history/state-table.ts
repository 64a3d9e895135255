import type { EntityManager } from 'typeorm';
import type { RoomId } from '../../platform/database/id';
import { PreparedStatement } from '../../platform/database/prepared-statement';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { jsonMoment, microseconds } from '../../platform/database/moment-sql';

export interface State {
  date: CalendarDate;
  /** In microseconds. */
  moment: number;
  entryId: string | null;
  /** Whether this is the newest state before the first moment that was asked for. */
  isInitial: boolean;
}

/** A table with the past of values by date: each row holds from its moment until a newer one of the same room and date. */
export class StateTable {
  constructor(private readonly name: string) {}

  /**
   * Returns a statement that reads, for each of some dates, the newest state of a room until a moment: `$1` is the room,
   * `$2` its beginning, `$3` the moment, `$4` the dates. It reads one room, because Citus refuses the look-up for several.
   */
  newestStates(name: string, columns: string): PreparedStatement {
    return new PreparedStatement(
      name,
      `SELECT ${columns}
         FROM unnest($4::date[]) AS day (date)
        CROSS JOIN LATERAL (
                SELECT * FROM ${this.name}
                 WHERE room_id = $1::bigint AND date = day.date AND moment BETWEEN $2::timestamptz AND $3::timestamptz
                 ORDER BY moment DESC LIMIT 1) AS state`,
    );
  }

  /**
   * Returns SQL that selects, for the dates `$2` of the room `$1`, the newest state before the moment `$3` in microseconds,
   * and all later states.
   */
  statesSince(columns: string): string {
    return `
      SELECT day.date::text, ${microseconds('state.moment')} AS moment, state.entry_id AS "entryId",
             state.is_initial AS "isInitial", ${columns}
        FROM unnest($2::date[]) AS day (date)
       CROSS JOIN LATERAL (
               (SELECT *, true AS is_initial FROM ${this.name}
                 WHERE room_id = $1 AND date = day.date AND moment < to_timestamp($3::float8 / 1000000)
                 ORDER BY moment DESC LIMIT 1)
                UNION ALL
               (SELECT *, false FROM ${this.name}
                 WHERE room_id = $1 AND date = day.date AND moment >= to_timestamp($3::float8 / 1000000))) AS state
       ORDER BY day.date, state.moment`;
  }

  /**
   * Returns a statement that finds, for each date, the first state with the present value: the state after the newest one
   * with another value. It walks back along the key to the state with another value. No walk goes back beyond the moment at
   * which the first date has `$6` newer states. A walk that ends at this moment finds nothing. A limit for each date would
   * cost a fifth more.
   * `$1` is the room, `$2` the plan, `$3` the dates, `$4` the first and `$5` the newest moment, `$7` and `$8` the lists
   * of plans.
   * @param isOther whether a state has another value
   */
  firstStates(name: string, isOther: string): PreparedStatement {
    const states = `
      FROM ${this.name}
     WHERE room_id = $1 AND date = day.date AND moment BETWEEN $4::timestamptz AND $5::timestamptz`;
    return new PreparedStatement(
      name,
      `WITH search_end AS MATERIALIZED (
       SELECT (SELECT moment FROM (VALUES (($3::date[])[1])) AS day (date)
                CROSS JOIN LATERAL (SELECT moment ${states} ORDER BY moment DESC OFFSET $6 LIMIT 1) AS state) AS moment
       ), first AS MATERIALIZED (
       SELECT day.date, first.moment, first.entry_id
         FROM unnest($3::date[]) AS day (date)
        CROSS JOIN search_end
         LEFT JOIN LATERAL (
                SELECT moment ${states} AND moment > coalesce(search_end.moment, '-infinity') AND ${isOther}
                 ORDER BY moment DESC LIMIT 1) AS last ON true
         JOIN LATERAL (
                SELECT moment, entry_id ${states} AND moment > coalesce(last.moment, '-infinity')
                 ORDER BY moment LIMIT 1) AS first ON true
        WHERE last.moment IS NOT NULL OR search_end.moment IS NULL
       )
       SELECT first.date, entry.id AS "requestId", ${jsonMoment('first.moment')} AS at, entry.token
         FROM first
        CROSS JOIN history_boundary AS known
         JOIN journal_entry AS entry ON entry.id = first.entry_id
        WHERE first.moment > known.known_since
          AND ($2::bigint, $7::integer[], $8::integer[]) IS NOT NULL`,
    );
  }

  /** Skips `limit` states after a moment. @returns the moment of the next state; null if there is none */
  async momentAfter(manager: EntityManager, moment: string, limit: number): Promise<string | null> {
    const [row] = await manager.query<{ moment: string }[]>(
      `SELECT moment::text
         FROM ${this.name}
        WHERE moment AT TIME ZONE 'UTC' > $1::timestamptz AT TIME ZONE 'UTC'
        ORDER BY moment AT TIME ZONE 'UTC'
       OFFSET $2 LIMIT 1`,
      [moment, limit],
    );
    return row?.moment ?? null;
  }

  /**
   * Deletes the states that a newer one has replaced after `boundary` and until `next`. It finds them by the index on
   * moments in UTC.
   * @returns the number of deleted states
   */
  async deleteReplaced(manager: EntityManager, boundary: string, next: string): Promise<number> {
    const [, deleted] = await manager.query<[unknown[], number]>(
      `DELETE FROM ${this.name} AS old
        USING ${this.name} AS newer
        WHERE newer.moment AT TIME ZONE 'UTC' > $1::timestamptz AT TIME ZONE 'UTC'
          AND newer.moment AT TIME ZONE 'UTC' <= $2::timestamptz AT TIME ZONE 'UTC'
          AND old.room_id = newer.room_id AND old.date = newer.date AND old.moment < newer.moment`,
      [boundary, next],
    );
    return deleted;
  }

  async deleteOfRooms(manager: EntityManager, roomIds: readonly RoomId[]): Promise<void> {
    await manager.query(`DELETE FROM ${this.name} WHERE room_id = ANY ($1::bigint[])`, [roomIds]);
  }
}
