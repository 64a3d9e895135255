import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { In, MoreThan, Repository } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { containing } from '../../platform/database/containing';
import { insertWithId } from '../../platform/database/insert-with-id';
import type { RatePlanFields } from './rate-plan.entity';
import { RatePlan } from './rate-plan.entity';

/** Selects rate plans; a filter that is left out matches every plan. */
export interface RatePlanFilter {
  roomId?: string;
  /** Part of the name. */
  search?: string;
  cursor?: string;
}

/** This level is deeper than any chain that can be saved. It ends circles, which only direct SQL can create. */
const MAX_DEPTH = 100;

/** Reads and writes rate plans. */
@Injectable()
export class RatePlanRepository {
  constructor(@InjectRepository(RatePlan) private readonly ratePlans: Repository<RatePlan>) {}

  find(manager: EntityManager, ratePlanId: RatePlanId): Promise<RatePlan | null> {
    return manager.withRepository(this.ratePlans).findOneBy({ id: ratePlanId });
  }

  /** Lists rate plans after the cursor, in the order of their ids. */
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

  async findAll(manager: EntityManager, ratePlanIds: readonly RatePlanId[]): Promise<RatePlan[]> {
    if (ratePlanIds.length === 0) return [];
    return manager.withRepository(this.ratePlans).findBy({ id: In(ratePlanIds) });
  }

  /** Returns the plans that derive directly from a plan, in the order of their ids. */
  findChildren(manager: EntityManager, ratePlanId: RatePlanId): Promise<RatePlan[]> {
    return manager
      .withRepository(this.ratePlans)
      .find({ where: { derivedFromId: ratePlanId }, order: { id: 'ASC' } });
  }

  /**
   * Returns the root of a plan's chain, and the number of derived plans from the root down to this one, which
   * it includes: 0 for a root.
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

  /** Returns a plan and all plans below it, with their levels. The plan itself has level 1. */
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

  /** Returns all descendants of a plan. UNION removes duplicates, so the recursion also ends in a circle. */
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

  /** Whether two rooms belong to the same sandbox, or both to none. */
  async areOfOneSandbox(manager: EntityManager, roomId: RoomId, otherId: RoomId): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM room AS one JOIN room AS other ON one.sandbox_id IS NOT DISTINCT FROM other.sandbox_id
        WHERE one.id = $1 AND other.id = $2`,
      [roomId, otherId],
    );
    return rows.length > 0;
  }

  /** @returns the id; undefined if the given one is taken */
  insert(
    manager: EntityManager,
    ratePlanId: RatePlanId | null,
    plan: RatePlanFields,
  ): Promise<RatePlanId | undefined> {
    return insertWithId(manager.withRepository(this.ratePlans), ratePlanId, plan);
  }

  async update(manager: EntityManager, ratePlanId: RatePlanId, plan: Partial<RatePlanFields>): Promise<void> {
    await manager.withRepository(this.ratePlans).update(ratePlanId, plan);
  }

  /** Whether a plan has a price on any date. */
  async hasPrices(manager: EntityManager, { id, roomId }: Pick<RatePlan, 'id' | 'roomId'>): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM rate_room_availability
        WHERE room_id = $1 AND rate_plan_id = $2 AND price IS NOT NULL
        LIMIT 1`,
      [roomId, id],
    );
    return rows.length > 0;
  }

  /** Counts the prices of a plan on all dates. */
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

  /** Deletes the plan. Its records by date must be deleted first. */
  async delete(manager: EntityManager, ratePlanId: RatePlanId): Promise<void> {
    await manager.withRepository(this.ratePlans).delete(ratePlanId);
  }
}
