import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../database/id';
import { PreparedStatement } from '../../database/prepared-statement';
import type { Derivation } from '../derivation/price-derivation';

/** A rate plan as far as prices are derived along it. */
export interface LinkedRatePlan {
  id: RatePlanId;
  roomId: RoomId;
  derivedFromId: RatePlanId | null;
  derivation: Derivation | null;
}

/** A rate plan, and the room that it is in. */
export type RatePlanPlace = Pick<LinkedRatePlan, 'id' | 'roomId'>;

/** A rate plan as it is stored. */
export interface StoredRatePlan {
  id: RatePlanId;
  roomId: RoomId;
  name: string;
  currency: string;
  derivedFromId: RatePlanId | null;
  derivation: Derivation | null;
}

const LOAD_LINKED_RATE_PLANS = new PreparedStatement(
  'load_linked_rate_plans',
  `SELECT id, room_id AS "roomId", derived_from_id AS "derivedFromId", derivation
     FROM rate_plan
    WHERE room_id = ANY($1::bigint[])
       OR derived_from_id = ANY (ARRAY(SELECT id FROM rate_plan WHERE room_id = ANY($1::bigint[])))`,
);

/** The SQL of rate plans. */
@Injectable()
export class RatePlanRepository {
  /** The plans of some rooms, and those of other rooms that derive directly from one of them. */
  async loadLinked(manager: EntityManager, roomIds: RoomId[]): Promise<LinkedRatePlan[]> {
    return LOAD_LINKED_RATE_PLANS.run<LinkedRatePlan[]>(manager, [roomIds]);
  }

  /** A plan and all that derive from it directly or through other plans, in whatever room: parents come first. */
  async loadTree(manager: EntityManager, ratePlanId: RatePlanId): Promise<LinkedRatePlan[]> {
    return manager.query<LinkedRatePlan[]>(
      `WITH RECURSIVE tree AS (
         SELECT id, room_id, derived_from_id, derivation, 0 AS depth FROM rate_plan WHERE id = $1
          UNION ALL
         SELECT child.id, child.room_id, child.derived_from_id, child.derivation, tree.depth + 1
           FROM tree JOIN rate_plan AS child ON child.derived_from_id = tree.id
       )
       SELECT id, room_id AS "roomId", derived_from_id AS "derivedFromId", derivation
         FROM tree
        ORDER BY depth, id`,
      [ratePlanId],
    );
  }

  /** In which rooms some plans are. */
  async findRooms(manager: EntityManager, ratePlanIds: RatePlanId[]): Promise<RatePlanPlace[]> {
    return manager.query<RatePlanPlace[]>(
      `SELECT id, room_id AS "roomId" FROM rate_plan WHERE id = ANY($1::bigint[])`,
      [ratePlanIds],
    );
  }

  async find(manager: EntityManager, ratePlanId: RatePlanId): Promise<StoredRatePlan | undefined> {
    const rows = await manager.query<StoredRatePlan[]>(
      `SELECT id, room_id AS "roomId", name, currency, derived_from_id AS "derivedFromId", derivation
         FROM rate_plan WHERE id = $1`,
      [ratePlanId],
    );
    return rows[0];
  }

  /** The rooms of plans and of everything below them, of their parents, and of a parent to be. */
  async findReachedRooms(
    manager: EntityManager,
    ratePlanId: RatePlanId,
    parentId: RatePlanId | null,
  ): Promise<RoomId[]> {
    const rows = await manager.query<{ roomId: RoomId }[]>(
      `WITH RECURSIVE tree AS (
         SELECT id, room_id, derived_from_id FROM rate_plan WHERE id = $1
          UNION ALL
         SELECT child.id, child.room_id, child.derived_from_id
           FROM tree JOIN rate_plan AS child ON child.derived_from_id = tree.id
       )
       SELECT DISTINCT room_id AS "roomId" FROM (
         SELECT room_id FROM tree
          UNION ALL
         SELECT parent.room_id FROM tree JOIN rate_plan AS parent ON parent.id = tree.derived_from_id
          UNION ALL
         SELECT room_id FROM rate_plan WHERE id = $2
       ) AS reached`,
      [ratePlanId, parentId],
    );
    return rows.map(({ roomId }) => roomId);
  }

  /** How many derived plans there are from the root down to this plan, itself included; 0 for a root. */
  async depthOf(manager: EntityManager, ratePlanId: RatePlanId): Promise<number> {
    const [row] = await manager.query<[{ depth: number }]>(
      `WITH RECURSIVE line AS (
         SELECT derived_from_id, 0 AS depth FROM rate_plan WHERE id = $1
          UNION ALL
         SELECT parent.derived_from_id, line.depth + 1
           FROM line JOIN rate_plan AS parent ON parent.id = line.derived_from_id
       )
       SELECT max(depth) AS depth FROM line`,
      [ratePlanId],
    );
    return row.depth;
  }

  async findChildren(manager: EntityManager, ratePlanId: RatePlanId): Promise<RatePlanId[]> {
    const rows = await manager.query<{ id: RatePlanId }[]>(
      `SELECT id FROM rate_plan WHERE derived_from_id = $1 ORDER BY id`,
      [ratePlanId],
    );
    return rows.map(({ id }) => id);
  }

  /** @returns the id; undefined where it is taken, or, where none was given, where the next one of the sequence is */
  async insert(
    manager: EntityManager,
    ratePlanId: RatePlanId | null,
    plan: Omit<StoredRatePlan, 'id'>,
  ): Promise<RatePlanId | undefined> {
    const rows = await manager.query<{ id: RatePlanId }[]>(
      `INSERT INTO rate_plan (id, room_id, name, currency, derived_from_id, derivation)
       VALUES (coalesce($1, nextval(pg_get_serial_sequence('rate_plan', 'id'))), $2, $3, $4, $5, $6)
           ON CONFLICT (id) DO NOTHING
       RETURNING id`,
      [ratePlanId, plan.roomId, plan.name, plan.currency, plan.derivedFromId, plan.derivation],
    );
    return rows[0]?.id;
  }

  async update(manager: EntityManager, plan: StoredRatePlan): Promise<void> {
    await manager.query(
      `UPDATE rate_plan SET name = $2, currency = $3, derived_from_id = $4, derivation = $5 WHERE id = $1`,
      [plan.id, plan.name, plan.currency, plan.derivedFromId, plan.derivation],
    );
  }

  /** Deletes the plan with its prices. */
  async delete(manager: EntityManager, ratePlanId: RatePlanId): Promise<void> {
    await manager.query(`DELETE FROM rate_plan WHERE id = $1`, [ratePlanId]);
  }
}
