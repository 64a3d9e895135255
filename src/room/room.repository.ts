import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../platform/database/id';
import { PreparedStatement } from '../platform/database/prepared-statement';
import { RoomsStatement } from '../platform/database/rooms-statement';

/** What operation 3 sets of a room. */
export interface RoomCapacity {
  maximumGuests: number | null;
  totalRooms: number | null;
  adults: number | null;
  children: number | null;
}

const LOCK_ROOMS = new RoomsStatement(
  'lock_rooms',
  (comparison) => `SELECT id FROM room WHERE id ${comparison} ORDER BY id FOR NO KEY UPDATE`,
);

const LOCK_ROOM_OF = new PreparedStatement(
  'lock_room_of',
  `SELECT id FROM room WHERE id = $1 AND property_name = ANY($2::text[]) FOR NO KEY UPDATE`,
);

/** The SQL of rooms. */
@Injectable()
export class RoomRepository {
  /**
   * Locks rooms against other pushes and changes until the transaction ends, in the order of their ids:
   * whoever needs several takes them in this order, so that none waits for the other in a circle.
   * It is a statement of its own, because one that waits for a lock goes on with what it saw before.
   * @returns the ids of those that exist
   */
  async lock(manager: EntityManager, roomIds: RoomId[]): Promise<RoomId[]> {
    const rows = await LOCK_ROOMS.run<{ id: RoomId }[]>(manager, roomIds);
    return rows.map(({ id }) => id);
  }

  /** Locks a room, and tells whether it is there and belongs to one of these properties. */
  async isOf(manager: EntityManager, roomId: RoomId, propertyNames: readonly string[]): Promise<boolean> {
    const rows = await LOCK_ROOM_OF.run<unknown[]>(manager, [roomId, propertyNames]);
    return rows.length === 1;
  }

  /** @returns null where the room does not exist */
  async findCapacity(manager: EntityManager, roomId: RoomId): Promise<RoomCapacity | null> {
    const rows = await manager.query<RoomCapacity[]>(
      `SELECT maximum_guests AS "maximumGuests", total_rooms AS "totalRooms", adults, children
         FROM room WHERE id = $1`,
      [roomId],
    );
    return rows[0] ?? null;
  }

  /**
   * @param left fields that stay as they are
   * @returns undefined where the room does not exist
   */
  async setCapacity(
    manager: EntityManager,
    roomId: RoomId,
    capacity: RoomCapacity,
    left: (keyof RoomCapacity)[],
  ): Promise<{ before: RoomCapacity; after: RoomCapacity } | undefined> {
    const [rows] = await manager.query<[RoomCapacity[], number]>(
      `WITH before AS (
         SELECT id, maximum_guests, total_rooms, adults, children FROM room WHERE id = $1 FOR NO KEY UPDATE
       )
       UPDATE room
          SET maximum_guests = CASE WHEN 'maximumGuests' = ANY($6::text[]) THEN before.maximum_guests ELSE $2 END,
              total_rooms = CASE WHEN 'totalRooms' = ANY($6::text[]) THEN before.total_rooms ELSE $3 END,
              adults = CASE WHEN 'adults' = ANY($6::text[]) THEN before.adults ELSE $4 END,
              children = CASE WHEN 'children' = ANY($6::text[]) THEN before.children ELSE $5 END
         FROM before
        WHERE room.id = before.id
       RETURNING before.maximum_guests AS "maximumGuests", before.total_rooms AS "totalRooms",
                 before.adults, before.children`,
      [roomId, capacity.maximumGuests, capacity.totalRooms, capacity.adults, capacity.children, left],
    );
    const [before] = rows;
    if (!before) return undefined;
    const kept = Object.fromEntries(left.map((field) => [field, before[field]]));
    return { before, after: { ...capacity, ...kept } };
  }
}
