import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { microseconds } from './pushed-cells.repository';
import { IS_UNDONE } from './undone-entries';

/** A state of a date. */
interface State {
  date: CalendarDate;
  /** In microseconds. */
  moment: number;
  entryId: string | null;
  /** Whether it is the newest one before all that is to be undone. */
  isGround: boolean;
}

/** The prices of a date from a moment on, as the text of an array. */
export type PriceState = State & { layoutId: number; prices: string };
/** The rooms left on a date from a moment on. */
export type RoomsLeftState = State & { total: number };

/** Where the past of a room is looked at from, in microseconds. */
export interface PastBounds {
  /** With the first entry that is to be undone, or with the known past; null where nothing is known. */
  first: number | null;
  /** When the room began that has this id now. */
  began: number | null;
}

/** The newest state before `$3`, and all since. */
const statesOf = (table: 'price_state' | 'availability_state', columns: string) => `
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

/** The SQL of the states that an undo looks at. What they mean is decided in memory. */
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
  ): Promise<PriceState[]> {
    const columns = 'state.layout_id AS "layoutId", state.prices::text AS prices';
    return manager.query(statesOf('price_state', columns), [roomId, dates, first]);
  }

  listRoomsLeft(
    manager: EntityManager,
    roomId: RoomId,
    dates: readonly CalendarDate[],
    first: number,
  ): Promise<RoomsLeftState[]> {
    return manager.query(statesOf('availability_state', 'state.total_rooms AS total'), [
      roomId,
      dates,
      first,
    ]);
  }

  /** The plans of a room's layouts, by the position of their prices. */
  async findLayouts(manager: EntityManager, roomId: RoomId): Promise<Map<number, RatePlanId[]>> {
    const rows = await manager.query<{ id: number; ratePlanIds: RatePlanId[] }[]>(
      `SELECT id, rate_plan_ids AS "ratePlanIds" FROM price_layout WHERE room_id = $1`,
      [roomId],
    );
    return new Map(rows.map(({ id, ratePlanIds }) => [id, ratePlanIds]));
  }

  /** The entries among these that are to be undone. */
  async findUndone(
    manager: EntityManager,
    undoId: string,
    entryIds: readonly string[],
  ): Promise<Set<string>> {
    const rows = await manager.query<{ id: string }[]>(
      `SELECT entry.id
         FROM undo JOIN journal_entry AS entry ON ${IS_UNDONE}
        WHERE undo.id = $1 AND entry.id = ANY ($2::uuid[])`,
      [undoId, entryIds],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
