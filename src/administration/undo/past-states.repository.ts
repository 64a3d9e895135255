import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { PastLink } from './plan-lines';
import { microseconds } from './pushed-cells.repository';
import { IS_UNDONE } from './undone-entries';

/** A state of a date. */
interface State {
  date: CalendarDate;
  /** In microseconds. */
  moment: number;
  entryId: string | null;
  /** Whether this is the newest state before all entries to undo. */
  isGround: boolean;
}

/** The prices or restrictions of a date from a moment on; `values` is the text of an array. */
export type PlanState = State & { layoutId: number; values: string };
/** The rooms left on a date from a moment on, and whether the room was closed. */
export type RoomsLeftState = State & { total: number; closed: boolean };

/** The limits of the known past of a room, in microseconds. */
export interface PastBounds {
  /** The first entry to undo, or the start of the known past if that is later; null if nothing is known. */
  first: number | null;
  /** The beginning of the room that has this id now. */
  began: number | null;
}

/** Selects the newest state before `$3` and all later ones. */
const statesOf = (table: string, columns: string) => `
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

/** The SQL that reads states for an undo. The callers interpret them in memory. */
@Injectable()
export class PastStatesRepository {
  async findBounds(manager: EntityManager, undoId: string, roomId: RoomId): Promise<PastBounds> {
    const [row] = await manager.query<[PastBounds]>(
      `SELECT ${microseconds(`nullif(max(state.began), '-infinity')`)} AS began,
              (SELECT ${microseconds(`greatest(undo.since, greatest(timeline.known_since, boundary.known_since)
                                                           + interval '1 microsecond')`)}
                 FROM undo, history_boundary AS boundary, room_timeline AS timeline
                WHERE undo.id = $1 AND timeline.room_id = $2) AS first
         FROM room_state AS state
        WHERE state.room_id = $2`,
      [undoId, roomId],
    );
    return row;
  }

  listPrices(
    manager: EntityManager,
    roomId: RoomId,
    dates: readonly CalendarDate[],
    first: number,
  ): Promise<PlanState[]> {
    const columns = 'state.layout_id AS "layoutId", state.prices::text AS values';
    return manager.query(statesOf('price_state', columns), [roomId, dates, first]);
  }

  listRestrictions(
    manager: EntityManager,
    roomId: RoomId,
    dates: readonly CalendarDate[],
    first: number,
  ): Promise<PlanState[]> {
    const columns = 'state.layout_id AS "layoutId", state.restrictions::text AS values';
    return manager.query(statesOf('restriction_state', columns), [roomId, dates, first]);
  }

  listRoomsLeft(
    manager: EntityManager,
    roomId: RoomId,
    dates: readonly CalendarDate[],
    first: number,
  ): Promise<RoomsLeftState[]> {
    return manager.query(statesOf('availability_state', 'state.total_rooms AS total, state.closed'), [
      roomId,
      dates,
      first,
    ]);
  }

  /** Returns the plans of each layout of a room, in the order of its prices. */
  async findLayouts(manager: EntityManager, roomId: RoomId): Promise<Map<number, RatePlanId[]>> {
    const rows = await manager.query<{ id: number; ratePlanIds: RatePlanId[] }[]>(
      `SELECT id, rate_plan_ids AS "ratePlanIds" FROM price_layout WHERE room_id = $1`,
      [roomId],
    );
    return new Map(rows.map(({ id, ratePlanIds }) => [id, ratePlanIds]));
  }

  /**
   * Returns those of some entries that are to be undone. The value is the only plan whose pushes are to be undone in an
   * entry about several plans; null if all are.
   */
  async findUndone(
    manager: EntityManager,
    undoId: string,
    entryIds: readonly string[],
  ): Promise<Map<string, RatePlanId | null>> {
    const rows = await manager.query<{ id: string; onlyPlan: RatePlanId | null }[]>(
      `SELECT entry.id, CASE WHEN entry.rate_plan_ids IS NOT NULL THEN undo.rate_plan_id END AS "onlyPlan"
         FROM undo JOIN journal_entry AS entry ON ${IS_UNDONE}
        WHERE undo.id = $1 AND entry.id = ANY ($2::uuid[])`,
      [undoId, entryIds],
    );
    return new Map(rows.map(({ id, onlyPlan }) => [id, onlyPlan]));
  }

  /** Lists the parents and rules that some plans, and all plans above them, have had, in the order of their moments. */
  async listLinks(manager: EntityManager, ratePlanIds: readonly RatePlanId[]): Promise<PastLink[]> {
    return manager.query<PastLink[]>(
      `WITH RECURSIVE plan AS (
         SELECT unnest($1::bigint[]) AS id
          UNION
         SELECT state.derived_from_id
           FROM plan JOIN rate_plan_state AS state ON state.rate_plan_id = plan.id
          WHERE state.derived_from_id IS NOT NULL
       )
       SELECT id, derived_from_id AS "derivedFromId", derivation, ${microseconds('moment')} AS moment
         FROM plan JOIN rate_plan_state AS state ON state.rate_plan_id = plan.id
        ORDER BY moment`,
      [ratePlanIds],
    );
  }
}
