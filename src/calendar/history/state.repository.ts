import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { PlanList } from '../dated-records';
import type { EffectiveTime } from './effective-time';

/**
 * Selects the list of a room's present plans, in the order of their ids; `$1` is the room.
 */
const PLAN_LIST_NOW = `
  plans AS (
    SELECT array_agg(id ORDER BY id) AS ids FROM rate_plan WHERE room_id = $1
  ), new_list AS (
    INSERT INTO plan_list (room_id, rate_plan_ids)
    SELECT $1, ids FROM plans
     WHERE ids IS NOT NULL AND NOT EXISTS (SELECT FROM plan_list WHERE room_id = $1 AND rate_plan_ids = ids)
    RETURNING id, rate_plan_ids
  ), list AS (
    SELECT id, rate_plan_ids FROM plan_list, plans WHERE room_id = $1 AND rate_plan_ids = ids
     UNION ALL
    SELECT id, rate_plan_ids FROM new_list
  )`;

/**
 * The SQL of the states of rooms and plans, which are their values from a moment on. The lock of the room protects each
 * write.
 */
@Injectable()
export class StateRepository {
  /**
   * Records the room with all its present plans: the beginning of its known past.
   * @returns the list of its plans; undefined without plans
   */
  async recordAll(
    manager: EntityManager,
    roomId: RoomId,
    { at, entryId }: EffectiveTime,
  ): Promise<PlanList | undefined> {
    const [planList] = await manager.query<PlanList[]>(
      `WITH begun AS (
         INSERT INTO room_clock (room_id, known_since, last_moment) VALUES ($1, $2, $2)
             ON CONFLICT (room_id) DO UPDATE SET is_deleted = false
       ), room_now AS (
         INSERT INTO room_state (room_id, moment, began, is_deleted, entry_id, name, property_name)
         SELECT id, $2, $2, false, $3, name, property_name FROM room WHERE id = $1
       ), plans_now AS (
         INSERT INTO rate_plan_state (room_id, rate_plan_id, moment, began, is_deleted, entry_id, name, currency,
                                      derived_from_id, derivation)
         SELECT room_id, id, $2, $2, false, $3, name, currency, derived_from_id, derivation
           FROM rate_plan WHERE room_id = $1
       ), ${PLAN_LIST_NOW}
       SELECT id, rate_plan_ids AS "ratePlanIds" FROM list`,
      [roomId, at, entryId],
    );
    return planList;
  }

  /** Returns some lists of plans by their ids. */
  async findPlanLists(manager: EntityManager, ids: readonly number[]): Promise<Map<number, RatePlanId[]>> {
    if (ids.length === 0) return new Map();
    const planLists = await manager.query<PlanList[]>(
      `SELECT id, rate_plan_ids AS "ratePlanIds" FROM plan_list WHERE id = ANY ($1::integer[])`,
      [ids],
    );
    return new Map(planLists.map(({ id, ratePlanIds }) => [id, ratePlanIds]));
  }

  async recordRoom(manager: EntityManager, roomId: RoomId, { at, entryId }: EffectiveTime): Promise<void> {
    await manager.query(
      `INSERT INTO room_state (room_id, moment, began, is_deleted, entry_id, name, property_name)
       SELECT id, $2::timestamptz,
              coalesce((SELECT CASE WHEN NOT is_deleted THEN began END
                          FROM room_state WHERE room_id = $1 ORDER BY moment DESC LIMIT 1), $2),
              false, $3, name, property_name
         FROM room WHERE id = $1`,
      [roomId, at, entryId],
    );
  }

  /** Records the end of a room. Another room may begin with the same id. */
  async recordDeletedRoom(
    manager: EntityManager,
    roomId: RoomId,
    { at, entryId }: EffectiveTime,
  ): Promise<void> {
    await manager.query(
      `WITH ended AS (
         UPDATE room_clock SET is_deleted = true WHERE room_id = $1
       )
       INSERT INTO room_state (room_id, moment, began, is_deleted, entry_id) VALUES ($1, $2, $2, true, $3)`,
      [roomId, at, entryId],
    );
  }

  /** @param isNew whether the plan begins at this moment, so that earlier states belong to another plan */
  async recordRatePlan(
    manager: EntityManager,
    ratePlanId: RatePlanId,
    { at, entryId }: EffectiveTime,
    isNew: boolean,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO rate_plan_state (room_id, rate_plan_id, moment, began, is_deleted, entry_id, name, currency,
                                    derived_from_id, derivation)
       SELECT room_id, id, $2::timestamptz,
              CASE WHEN $4 THEN $2 ELSE coalesce(
                (SELECT began FROM rate_plan_state AS earlier
                  WHERE earlier.room_id = plan.room_id AND rate_plan_id = $1 ORDER BY moment DESC LIMIT 1),
                '-infinity') END,
              false, $3, name, currency, derived_from_id, derivation
         FROM rate_plan AS plan WHERE id = $1`,
      [ratePlanId, at, entryId, isNew],
    );
  }

  /** Deletes the whole past of rooms. */
  async erase(manager: EntityManager, roomIds: readonly RoomId[]): Promise<void> {
    for (const table of ['plan_list', 'room_state', 'rate_plan_state', 'room_clock'])
      await manager.query(`DELETE FROM ${table} WHERE room_id = ANY ($1::bigint[])`, [roomIds]);
  }

  async recordDeletedRatePlan(
    manager: EntityManager,
    roomId: RoomId,
    ratePlanId: RatePlanId,
    { at, entryId }: EffectiveTime,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO rate_plan_state (room_id, rate_plan_id, moment, began, is_deleted, entry_id)
       VALUES ($1, $2, $3, $3, true, $4)`,
      [roomId, ratePlanId, at, entryId],
    );
  }
}
