import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { And, Equal, MoreThan, Repository } from 'typeorm';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { containing } from '../platform/database/containing';
import { insertWithId } from '../platform/database/insert-with-id';
import type { RatePlanOfRoom } from './room.dto';
import { Room } from './room.entity';

/** The values of a room that administrators set. */
export type RoomFields = Omit<Room, 'id' | 'propertyCode'>;

/** Selects rooms; a filter that is left out matches every room. */
export interface RoomFilter {
  propertyName?: string;
  /** Part of the name of the room or of its property. */
  search?: string;
  cursor?: string;
}

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

  /** Lists rooms after the cursor, in the order of their ids. */
  list(manager: EntityManager, { propertyName, search, cursor }: RoomFilter, limit: number): Promise<Room[]> {
    const filter = {
      ...(propertyName && { propertyName }),
      ...(cursor && { id: MoreThan(cursor as RoomId) }),
    };
    const part = search && containing(search);
    const ofProperty = part && propertyName ? And(part, Equal(propertyName)) : part;
    return manager.withRepository(this.rooms).find({
      where: part
        ? [
            { ...filter, name: part },
            { ...filter, propertyName: ofProperty },
          ]
        : filter,
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** Returns the rate plans of some rooms, in the order of their ids. */
  findRatePlans(manager: EntityManager, roomIds: RoomId[]): Promise<RatePlanOfRoom[]> {
    return manager.query<RatePlanOfRoom[]>(
      `SELECT id, room_id AS "roomId", name, currency,
              jsonb_build_object('from', derived_from_id::text) || derivation AS derivation, guard
         FROM rate_plan
        WHERE room_id = ANY($1::bigint[])
        ORDER BY id`,
      [roomIds],
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

  /** @returns the id; undefined if the given one is taken */
  insert(manager: EntityManager, roomId: RoomId | null, room: RoomFields): Promise<RoomId | undefined> {
    return insertWithId(manager.withRepository(this.rooms), roomId, room);
  }

  async update(manager: EntityManager, roomId: RoomId, room: RoomFields): Promise<void> {
    await manager.withRepository(this.rooms).update(roomId, room);
  }

  /** Counts the prices of the room's plans on all dates. */
  async countPrices(manager: EntityManager, roomId: RoomId): Promise<number> {
    const [row] = await manager.query<[{ count: number }]>(
      `SELECT count(price)::int AS count FROM rate_room_availability WHERE room_id = $1`,
      [roomId],
    );
    return row.count;
  }

  async deleteHeldPrices(manager: EntityManager, roomId: RoomId): Promise<void> {
    await manager.query(`DELETE FROM held_price WHERE room_id = $1`, [roomId]);
  }

  /** Deletes the room with its plans. Its records by date must be deleted first. */
  async delete(manager: EntityManager, roomId: RoomId): Promise<void> {
    await manager.withRepository(this.rooms).delete(roomId);
  }
}
