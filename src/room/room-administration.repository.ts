import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { In, IsNull, MoreThan, Repository } from 'typeorm';
import { RESTRICTIONS } from '../calendar/restrictions';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { insertWithId } from '../platform/database/insert-with-id';
import { matchesAll, namesIn, rankedPatternsOf, rankOf } from '../platform/database/name-search';
import type { RankedPosition } from '../platform/http/ranked-cursor';
import type { RatePlanOfRoom } from './room.dto';
import { Room } from './room.entity';

/** The values of a room that administrators set. */
export type RoomFields = Omit<Room, 'id' | 'sandboxId'>;
export type Property = Pick<Room, 'propertyName' | 'propertyCode'>;

const NAMES = namesIn('property_name', 'name');

/** $1 to $4 are those of `rankedPatternsOf`, $5 the property, $6 and $7 the place after which the page begins, $8 its length. */
const SEARCH = `
  SELECT id, rank
    FROM (SELECT id, ${rankOf(NAMES, '$2', '$3', '$4')} AS rank
            FROM room
           WHERE ${matchesAll(NAMES, '$1')} AND ($5::text IS NULL OR property_name = $5)) AS found
   WHERE $6::integer IS NULL OR (rank, id) > ($6, $7::bigint)
   ORDER BY rank, id
   LIMIT $8`;

/**
 * Reads and writes rooms for administrators.
 * It uses SQL for rate plans and prices, because their entities belong to the pricing module, which builds on
 * this one.
 */
@Injectable()
export class RoomAdministrationRepository {
  constructor(@InjectRepository(Room) private readonly rooms: Repository<Room>) {}

  find(manager: EntityManager, roomId: RoomId): Promise<Room | null> {
    return manager.withRepository(this.rooms).findOneBy({ id: roomId });
  }

  findAll(manager: EntityManager, roomIds: RoomId[]): Promise<Room[]> {
    return manager.withRepository(this.rooms).findBy({ id: In(roomIds) });
  }

  /** Returns the rooms that have one of these names, in one of these properties. */
  findNamed(manager: EntityManager, rooms: Pick<Room, 'name' | 'propertyName'>[]): Promise<Room[]> {
    const name = In([...new Set(rooms.map((room) => room.name))]);
    const properties = new Set(rooms.map(({ propertyName }) => propertyName));
    const where: FindOptionsWhere<Room>[] = [
      { name, propertyName: In([...properties].filter((each) => each !== null)) },
    ];
    if (properties.has(null)) where.push({ name, propertyName: IsNull() });
    return manager.withRepository(this.rooms).find({ where, order: { id: 'ASC' } });
  }

  /** Lists rooms after one of them, in the order of their ids. */
  list(
    manager: EntityManager,
    propertyName: string | undefined,
    after: RoomId | undefined,
    limit: number,
  ): Promise<Room[]> {
    return manager.withRepository(this.rooms).find({
      where: { ...(propertyName && { propertyName }), ...(after && { id: MoreThan(after) }) },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** Finds rooms by their names and those of their properties, the best matches first. */
  search(
    manager: EntityManager,
    search: string,
    propertyName: string | undefined,
    after: RankedPosition | undefined,
    limit: number,
  ): Promise<RankedPosition<RoomId>[]> {
    return manager.query<RankedPosition<RoomId>[]>(SEARCH, [
      ...rankedPatternsOf(search),
      propertyName,
      after?.rank,
      after?.id,
      limit,
    ]);
  }

  /** Lists the rooms of some properties, in the order of their ids. */
  listOfProperties(manager: EntityManager, propertyNames: string[]): Promise<Room[]> {
    return manager.withRepository(this.rooms).find({
      where: { propertyName: In(propertyNames) },
      order: { id: 'ASC' },
    });
  }

  async findIdsOfSandbox(manager: EntityManager, sandboxId: string): Promise<RoomId[]> {
    const rooms = await manager
      .withRepository(this.rooms)
      .find({ select: { id: true }, where: { sandboxId } });
    return rooms.map(({ id }) => id);
  }

  /** Returns the rate plans of some rooms, in the order of their ids. */
  findRatePlans(manager: EntityManager, roomIds: RoomId[]): Promise<RatePlanOfRoom[]> {
    return manager.query<RatePlanOfRoom[]>(
      `SELECT id, room_id AS "roomId", name, currency,
              jsonb_build_object('from', derived_from_id::text, 'inherit', $2::jsonb) || derivation AS derivation, guard
         FROM rate_plan
        WHERE room_id = ANY($1::bigint[])
        ORDER BY id`,
      [roomIds, JSON.stringify(RESTRICTIONS)],
    );
  }

  /** Returns plans of other rooms that derive from a plan of this one; at most ten. */
  findForeignChildren(
    manager: EntityManager,
    roomId: RoomId,
  ): Promise<{ ratePlanId: RatePlanId; roomId: RoomId }[]> {
    return manager.query(
      `SELECT child.id AS "ratePlanId", child.room_id AS "roomId"
         FROM rate_plan AS parent JOIN rate_plan AS child ON child.derived_from_id = parent.id
        WHERE parent.room_id = $1 AND child.room_id <> $1
        ORDER BY child.id LIMIT 10`,
      [roomId],
    );
  }

  /** Whether a sandbox has this name or this code of a property. */
  async isSandbox(manager: EntityManager, { propertyName, propertyCode }: Property): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM room WHERE sandbox_id IS NOT NULL AND (property_name = $1 OR property_code = $2) LIMIT 1`,
      [propertyName, propertyCode],
    );
    return rows.length > 0;
  }

  /** @returns the id; undefined if the given one is taken */
  insert(
    manager: EntityManager,
    roomId: RoomId | null,
    room: RoomFields & Partial<Pick<Room, 'sandboxId'>>,
  ): Promise<RoomId | undefined> {
    return insertWithId(manager.withRepository(this.rooms), roomId, room);
  }

  /** Writes these fields, and no others. */
  async update(manager: EntityManager, roomId: RoomId, fields: Partial<RoomFields>): Promise<void> {
    if (Object.keys(fields).length === 0) return;
    await manager.withRepository(this.rooms).update(roomId, fields);
  }

  /**
   * Deletes rooms with their plans, in one statement: plans of one room may derive from those of another. Their records by
   * date must be deleted first.
   */
  async delete(manager: EntityManager, roomIds: readonly RoomId[]): Promise<void> {
    await manager.withRepository(this.rooms).delete({ id: In(roomIds) });
  }
}
