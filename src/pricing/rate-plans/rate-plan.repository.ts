import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, FindOperator } from 'typeorm';
import { And, Equal, In, IsNull, MoreThan, Not, Raw, Repository } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { insertWithId } from '../../platform/database/insert-with-id';
import { matchesAll, namesIn, rankedPatternsOf, rankOf } from '../../platform/database/name-search';
import type { RankedPosition } from '../../platform/http/ranked-cursor';
import type { RatePlanFields } from './rate-plan.entity';
import { RatePlan } from './rate-plan.entity';

/** Selects rate plans; a filter that is left out matches every plan. */
export interface RatePlanFilter {
  roomId?: string | undefined;
  propertyName?: string | undefined;
  isDerived?: boolean | undefined;
  /** A plan from which they derive, directly or through others. */
  derivedFrom?: string | undefined;
}

const OF_PROPERTY = 'IN (SELECT id FROM room WHERE property_name = :propertyName)';

/** Selects all descendants of a plan. UNION removes duplicates, so the recursion also ends in a circle. */
const idsBelow = (ratePlanId: string) => `
  WITH RECURSIVE below AS (
    SELECT id FROM rate_plan WHERE derived_from_id = ${ratePlanId}
     UNION
    SELECT child.id FROM below JOIN rate_plan AS child ON child.derived_from_id = below.id
  )
  SELECT id FROM below`;

const NAMES = namesIn('room.property_name', 'room.name', 'plan.name');

/**
 * $1 to $4 are those of `rankedPatternsOf`, $5 to $8 the filter, $9 and $10 the place after which the page begins, $11
 * its length.
 */
const SEARCH = `
  SELECT id, rank
    FROM (SELECT plan.id, ${rankOf(NAMES, '$2', '$3', '$4')} AS rank
            FROM rate_plan AS plan JOIN room ON room.id = plan.room_id
           WHERE ${matchesAll(NAMES, '$1')}
             AND ($5::bigint IS NULL OR plan.room_id = $5)
             AND ($6::text IS NULL OR room.property_name = $6)
             AND ($7::boolean IS NULL OR (plan.derived_from_id IS NOT NULL) = $7)
             AND ($8::bigint IS NULL OR plan.id IN (${idsBelow('$8')}))) AS found
   WHERE $9::integer IS NULL OR (rank, id) > ($9, $10::bigint)
   ORDER BY rank, id
   LIMIT $11`;

/** This level is deeper than any chain that can be saved. It ends circles, which only direct SQL can create. */
const MAX_DEPTH = 100;

/** Reads and writes rate plans. */
@Injectable()
export class RatePlanRepository {
  constructor(@InjectRepository(RatePlan) private readonly ratePlans: Repository<RatePlan>) {}

  find(manager: EntityManager, ratePlanId: RatePlanId): Promise<RatePlan | null> {
    return manager.withRepository(this.ratePlans).findOneBy({ id: ratePlanId });
  }

  /** Lists rate plans after one of them, in the order of their ids. */
  list(
    manager: EntityManager,
    { roomId, propertyName, isDerived, derivedFrom }: RatePlanFilter,
    after: RatePlanId | undefined,
    limit: number,
  ): Promise<RatePlan[]> {
    const rooms = [
      ...(roomId ? [Equal(roomId)] : []),
      ...(propertyName ? [Raw((room) => `${room} ${OF_PROPERTY}`, { propertyName })] : []),
    ] as FindOperator<RoomId>[];
    const ids = [
      ...(after ? [MoreThan(after)] : []),
      ...(derivedFrom ? [Raw((id) => `${id} IN (${idsBelow(':derivedFrom')})`, { derivedFrom })] : []),
    ] as FindOperator<RatePlanId>[];
    return manager.withRepository(this.ratePlans).find({
      where: {
        ...(rooms.length > 0 && { roomId: And(...rooms) }),
        ...(isDerived !== undefined && { derivedFromId: isDerived ? Not(IsNull()) : IsNull() }),
        ...(ids.length > 0 && { id: And(...ids) }),
      },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** Finds rate plans by their names and those of their rooms and properties, the best matches first. */
  search(
    manager: EntityManager,
    search: string,
    { roomId, propertyName, isDerived, derivedFrom }: RatePlanFilter,
    after: RankedPosition | undefined,
    limit: number,
  ): Promise<RankedPosition<RatePlanId>[]> {
    return manager.query<RankedPosition<RatePlanId>[]>(SEARCH, [
      ...rankedPatternsOf(search),
      roomId,
      propertyName,
      isDerived,
      derivedFrom,
      after?.rank,
      after?.id,
      limit,
    ]);
  }

  async findAll(manager: EntityManager, ratePlanIds: readonly RatePlanId[]): Promise<RatePlan[]> {
    if (ratePlanIds.length === 0) return [];
    return manager.withRepository(this.ratePlans).findBy({ id: In(ratePlanIds) });
  }

  /** Returns the plans of some rooms, in the order of their ids. */
  findAllOfRooms(manager: EntityManager, roomIds: RoomId[]): Promise<RatePlan[]> {
    return manager
      .withRepository(this.ratePlans)
      .find({ where: { roomId: In(roomIds) }, order: { id: 'ASC' } });
  }

  /** Returns the keys of the plans of some rooms. */
  listOfRooms(manager: EntityManager, roomIds: RoomId[]): Promise<Pick<RatePlan, 'id' | 'roomId'>[]> {
    return manager
      .withRepository(this.ratePlans)
      .find({ select: { id: true, roomId: true }, where: { roomId: In(roomIds) } });
  }

  /** Returns the plans that derive directly from a plan, in the order of their ids. */
  findChildren(manager: EntityManager, ratePlanId: RatePlanId): Promise<RatePlan[]> {
    return manager
      .withRepository(this.ratePlans)
      .find({ where: { derivedFromId: ratePlanId }, order: { id: 'ASC' } });
  }

  /**
   * Returns the root of a plan's chain, and the depth of the plan: the number of derivations from the root down to it. The
   * depth of a root is 0.
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

  /** Returns all descendants of a plan. */
  async findIdsBelow(manager: EntityManager, ratePlanId: RatePlanId): Promise<RatePlanId[]> {
    const rows = await manager.query<{ id: RatePlanId }[]>(idsBelow('$1'), [ratePlanId]);
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

  /** Writes these fields, and no others. */
  async update(
    manager: EntityManager,
    ratePlanId: RatePlanId,
    fields: Partial<RatePlanFields>,
  ): Promise<void> {
    if (Object.keys(fields).length === 0) return;
    await manager.withRepository(this.ratePlans).update(ratePlanId, fields);
  }

  /** Deletes the plan. Its records by date must be deleted first. */
  async delete(manager: EntityManager, ratePlanId: RatePlanId): Promise<void> {
    await manager.withRepository(this.ratePlans).delete(ratePlanId);
  }
}
