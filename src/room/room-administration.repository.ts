import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { And, Equal, MoreThan, Repository } from 'typeorm';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { containing } from '../platform/database/containing';
import { insertWithId } from '../platform/database/insert-with-id';
import type { RatePlanOfRoom } from './room.dto';
import { Room } from './room.entity';

/** The values of a room that its administration sets. */
export type RoomFields = Omit<Room, 'id' | 'propertyCode'>;

/** Which rooms to list; what is left out is "whichever". */
export interface RoomFilter {
  propertyName?: string;
  /** Part of the name or of the property's. */
  search?: string;
  cursor?: string;
}

/**
 * Rooms as administrators read and write them. What is about rate plans and their prices is by hand, because those are
 * entities of the pricing module, which builds on this one.
 */
@Injectable()
export class RoomAdministrationRepository {
  constructor(@InjectRepository(Room) private readonly rooms: Repository<Room>) {}

  find(manager: EntityManager, roomId: RoomId): Promise<Room | null> {
    return manager.withRepository(this.rooms).findOneBy({ id: roomId });
  }

  /** Rooms in the order of their ids, from behind the cursor on. */
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

  /** The rate plans of some rooms, in the order of their ids. */
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

  /** Plans of other rooms that derive from a plan of this one; at most ten. */
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

  /** @returns the id; undefined where the given one is taken */
  insert(manager: EntityManager, roomId: RoomId | null, room: RoomFields): Promise<RoomId | undefined> {
    return insertWithId(manager.withRepository(this.rooms), roomId, room);
  }

  async update(manager: EntityManager, roomId: RoomId, room: RoomFields): Promise<void> {
    await manager.withRepository(this.rooms).update(roomId, room);
  }

  /** How many prices there are of its plans, on all dates. */
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

  /** Deletes the room with its plans. What is stored by date has to be deleted before. */
  async delete(manager: EntityManager, roomId: RoomId): Promise<void> {
    await manager.withRepository(this.rooms).delete(roomId);
  }
}
