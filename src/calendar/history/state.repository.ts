import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { StateLayout } from '../dated-records';
import type { EffectiveTime } from './effective-time';

/**
 * Selects the layout of the prices of a room's present plans, in the order of their ids; `$1` is the room.
 */
const LAYOUT_NOW = `
  plans AS (
    SELECT array_agg(id ORDER BY id) AS ids FROM rate_plan WHERE room_id = $1
  ), new_layout AS (
    INSERT INTO price_layout (room_id, rate_plan_ids)
    SELECT $1, ids FROM plans
     WHERE ids IS NOT NULL AND NOT EXISTS (SELECT FROM price_layout WHERE room_id = $1 AND rate_plan_ids = ids)
    RETURNING id, rate_plan_ids
  ), layout AS (
    SELECT id, rate_plan_ids FROM price_layout, plans WHERE room_id = $1 AND rate_plan_ids = ids
     UNION ALL
    SELECT id, rate_plan_ids FROM new_layout
  )`;

/**
 * The SQL of the states of rooms and plans, which are their values from a moment on. The lock of the room protects each
 * write.
 */
@Injectable()
export class StateRepository {
  /**
   * Records the room with all its present plans: the beginning of its known past.
   * @returns the layout of its plans; undefined without plans
   */
  async recordAll(
    manager: EntityManager,
    roomId: RoomId,
    { at, entryId }: EffectiveTime,
  ): Promise<StateLayout | undefined> {
    const [layout] = await manager.query<StateLayout[]>(
      `WITH begun AS (
         INSERT INTO room_timeline (room_id, known_since, last_moment) VALUES ($1, $2, $2)
             ON CONFLICT (room_id) DO UPDATE SET is_deleted = false
       ), room_now AS (
         INSERT INTO room_state (room_id, moment, began, is_deleted, entry_id, name, property_name)
         SELECT id, $2, $2, false, $3, name, property_name FROM room WHERE id = $1
       ), plans_now AS (
         INSERT INTO rate_plan_state (room_id, rate_plan_id, moment, began, is_deleted, entry_id, name, currency,
                                      derived_from_id, derivation)
         SELECT room_id, id, $2, $2, false, $3, name, currency, derived_from_id, derivation
           FROM rate_plan WHERE room_id = $1
       ), ${LAYOUT_NOW}
       SELECT id, rate_plan_ids AS "ratePlanIds" FROM layout`,
      [roomId, at, entryId],
    );
    return layout;
  }

  /** Returns some layouts by their ids. */
  async findLayouts(manager: EntityManager, ids: readonly number[]): Promise<Map<number, RatePlanId[]>> {
    if (ids.length === 0) return new Map();
    const layouts = await manager.query<StateLayout[]>(
      `SELECT id, rate_plan_ids AS "ratePlanIds" FROM price_layout WHERE id = ANY ($1::integer[])`,
      [ids],
    );
    return new Map(layouts.map(({ id, ratePlanIds }) => [id, ratePlanIds]));
  }

  /** Records the present room. */
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
         UPDATE room_timeline SET is_deleted = true WHERE room_id = $1
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
    for (const table of ['price_layout', 'room_state', 'rate_plan_state', 'room_timeline'])
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
