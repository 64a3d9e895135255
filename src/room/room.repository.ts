import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../database/id';

/** What operation 3 sets of a room. */
export interface RoomCapacity {
  maximumGuests: number | null;
  totalRooms: number | null;
  adults: number | null;
  children: number | null;
}

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
    const rows = await manager.query<{ id: RoomId }[]>(
      `SELECT id FROM room WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
      [roomIds],
    );
    return rows.map(({ id }) => id);
  }

  /** @returns whether the room exists */
  async setCapacity(manager: EntityManager, roomId: RoomId, capacity: RoomCapacity): Promise<boolean> {
    const [, changed] = await manager.query<[unknown[], number]>(
      `UPDATE room SET maximum_guests = $2, total_rooms = $3, adults = $4, children = $5 WHERE id = $1`,
      [roomId, capacity.maximumGuests, capacity.totalRooms, capacity.adults, capacity.children],
    );
    return changed === 1;
  }
}
