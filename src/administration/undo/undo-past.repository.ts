import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { PastLink } from './plan-lines';
import { microseconds } from '../../platform/database/moment-sql';
import { IS_UNDONE } from './undone-entries';

/** The limits of the known past of a room, in microseconds. */
export interface PastBounds {
  /** The first entry to undo, or the start of the known past if that is later; null if nothing is known. */
  first: number | null;
  /** The beginning of the room that has this id now. */
  began: number | null;
}

/** Finds the past of a room that an undo needs, except the states of its dates. */
@Injectable()
export class UndoPastRepository {
  async findBounds(manager: EntityManager, undoId: string, roomId: RoomId): Promise<PastBounds> {
    const [row] = await manager.query<[PastBounds]>(
      `SELECT ${microseconds(`nullif(max(state.began), '-infinity')`)} AS began,
              (SELECT ${microseconds(`greatest(undo.since, greatest(clock.known_since, boundary.known_since)
                                                           + interval '1 microsecond')`)}
                 FROM undo, history_boundary AS boundary, room_clock AS clock
                WHERE undo.id = $1 AND clock.room_id = $2) AS first
         FROM room_state AS state
        WHERE state.room_id = $2`,
      [undoId, roomId],
    );
    return row;
  }

  /**
   * Returns those of some entries that the undo takes back, by their ids. The value is a plan if the undo takes back only
   * the pushes of this plan; null if it takes back the whole entry.
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
