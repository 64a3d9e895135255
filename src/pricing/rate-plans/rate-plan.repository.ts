import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { In, MoreThan, Repository } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { containing } from '../../platform/database/containing';
import { insertWithId } from '../../platform/database/insert-with-id';
import type { RatePlanFields } from './rate-plan.entity';
import { RatePlan } from './rate-plan.entity';

/** Which rate plans to list; what is left out is "whichever". */
export interface RatePlanFilter {
  roomId?: string;
  /** Part of the name. */
  search?: string;
  cursor?: string;
}

/** Deeper than any chain that may be saved: a circle made by other means ends here. */
const MAX_DEPTH = 100;

/** Reads and writes rate plans. */
@Injectable()
export class RatePlanRepository {
  constructor(@InjectRepository(RatePlan) private readonly ratePlans: Repository<RatePlan>) {}

  find(manager: EntityManager, ratePlanId: RatePlanId): Promise<RatePlan | null> {
    return manager.withRepository(this.ratePlans).findOneBy({ id: ratePlanId });
  }

  /** Rate plans in the order of their ids, from behind the cursor on. */
  list(
    manager: EntityManager,
    { roomId, search, cursor }: RatePlanFilter,
    limit: number,
  ): Promise<RatePlan[]> {
    return manager.withRepository(this.ratePlans).find({
      where: {
        ...(roomId && { roomId: roomId as RoomId }),
        ...(search && { name: containing(search) }),
        ...(cursor && { id: MoreThan(cursor as RatePlanId) }),
      },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  findAll(manager: EntityManager, ratePlanIds: RatePlanId[]): Promise<RatePlan[]> {
    return manager.withRepository(this.ratePlans).findBy({ id: In(ratePlanIds) });
  }

  /** The plans that derive directly from a plan, in the order of their ids. */
  findChildren(manager: EntityManager, ratePlanId: RatePlanId): Promise<RatePlan[]> {
    return manager
      .withRepository(this.ratePlans)
      .find({ where: { derivedFromId: ratePlanId }, order: { id: 'ASC' } });
  }

  /**
   * The root of the chain that this plan is at the end of, and how many derived plans there are from the root down to
   * this one, itself included: 0 for a root.
   */
  async rootOf(
    manager: EntityManager,
    ratePlanId: RatePlanId,
  ): Promise<{ rootId: RatePlanId; depth: number }> {
    const [row] = await manager.query<[{ rootId: RatePlanId; depth: number }]>(
      `WITH RECURSIVE line AS (
         SELECT id, derived_from_id, 0 AS depth FROM rate_plan WHERE id = $1
          UNION ALL
         SELECT parent.id, parent.derived_from_id, line.depth + 1
           FROM line JOIN rate_plan AS parent ON parent.id = line.derived_from_id
          WHERE line.depth < $2
       )
       SELECT id AS "rootId", depth FROM line ORDER BY depth DESC LIMIT 1`,
      [ratePlanId, MAX_DEPTH],
    );
    return row;
  }

  /** The levels of derived plans below a plan, the plan itself included, and which plans they are. */
  async findTree(
    manager: EntityManager,
    ratePlanId: RatePlanId,
  ): Promise<{ id: RatePlanId; depth: number }[]> {
    return manager.query(
      `WITH RECURSIVE tree AS (
         SELECT id, 1 AS depth FROM rate_plan WHERE id = $1
          UNION ALL
         SELECT child.id, tree.depth + 1
           FROM tree JOIN rate_plan AS child ON child.derived_from_id = tree.id
          WHERE tree.depth < $2
       )
       SELECT id, depth FROM tree`,
      [ratePlanId, MAX_DEPTH],
    );
  }

  /** All that derive from a plan, directly or through others. Without duplicates, it ends in a circle as well. */
  async findIdsBelow(manager: EntityManager, ratePlanId: RatePlanId): Promise<RatePlanId[]> {
    const rows = await manager.query<{ id: RatePlanId }[]>(
      `WITH RECURSIVE below AS (
         SELECT id FROM rate_plan WHERE derived_from_id = $1
          UNION
         SELECT child.id FROM below JOIN rate_plan AS child ON child.derived_from_id = below.id
       )
       SELECT id FROM below`,
      [ratePlanId],
    );
    return rows.map(({ id }) => id);
  }

  countOfRoom(manager: EntityManager, roomId: RoomId): Promise<number> {
    return manager.withRepository(this.ratePlans).countBy({ roomId });
  }

  /** @returns the id; undefined where the given one is taken */
  insert(
    manager: EntityManager,
    ratePlanId: RatePlanId | null,
    plan: RatePlanFields,
  ): Promise<RatePlanId | undefined> {
    return insertWithId(manager.withRepository(this.ratePlans), ratePlanId, plan);
  }

  async update(manager: EntityManager, ratePlanId: RatePlanId, plan: RatePlanFields): Promise<void> {
    await manager.withRepository(this.ratePlans).update(ratePlanId, plan);
  }

  /** How many prices it has, on all dates. */
  async countPrices(
    manager: EntityManager,
    { id, roomId }: Pick<RatePlan, 'id' | 'roomId'>,
  ): Promise<number> {
    const [row] = await manager.query<[{ count: number }]>(
      `SELECT count(price)::int AS count FROM rate_room_availability WHERE room_id = $1 AND rate_plan_id = $2`,
      [roomId, id],
    );
    return row.count;
  }

  /** Deletes the plan. What is stored by date has to be deleted before. */
  async delete(manager: EntityManager, ratePlanId: RatePlanId): Promise<void> {
    await manager.withRepository(this.ratePlans).delete(ratePlanId);
  }
}
