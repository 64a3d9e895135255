import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../database/id';
import type { Derivation } from './price-derivation';

/** A rate plan as far as prices are derived along it. */
export interface LinkedRatePlan {
  id: RatePlanId;
  roomId: RoomId;
  derivedFromId: RatePlanId | null;
  /** The room of the parent. */
  derivedFromRoomId: RoomId | null;
  derivation: Derivation | null;
}

/** The SQL of rate plans. */
@Injectable()
export class RatePlanRepository {
  /**
   * The plans of a room, or one of them, and all that derive from them directly or through other plans, in
   * whatever room. A parent comes before what derives from it.
   */
  async loadTree(
    manager: EntityManager,
    roomId: RoomId,
    ratePlanId: RatePlanId | null,
  ): Promise<LinkedRatePlan[]> {
    return manager.query<LinkedRatePlan[]>(
      `WITH RECURSIVE tree AS (
         SELECT id, 0 AS depth FROM rate_plan WHERE room_id = $1 AND ($2::bigint IS NULL OR id = $2)
          UNION ALL
         SELECT child.id, tree.depth + 1 FROM tree JOIN rate_plan AS child ON child.derived_from_id = tree.id
       )
       SELECT plan.id, plan.room_id AS "roomId", plan.derivation,
              plan.derived_from_id AS "derivedFromId", parent.room_id AS "derivedFromRoomId"
         FROM (SELECT id, max(depth) AS depth FROM tree GROUP BY id) AS reached
         JOIN rate_plan AS plan USING (id)
         LEFT JOIN rate_plan AS parent ON parent.id = plan.derived_from_id
        ORDER BY reached.depth, plan.id`,
      [roomId, ratePlanId],
    );
  }
}
