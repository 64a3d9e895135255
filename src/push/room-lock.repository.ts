import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../platform/database/id';
import { RoomsStatement } from '../platform/database/rooms-statement';

const LOCK_FREE_ROOMS = new RoomsStatement(
  'lock_free_rooms',
  (comparison) => `SELECT id FROM room WHERE id ${comparison} ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`,
);

/** The SQL of the locks of rooms that share a transaction. The module of rooms, which has the table, builds on this one. */
@Injectable()
export class RoomLockRepository {
  /** Locks rooms as a push does, but waits for none. @returns the ids of those that exist and were free */
  async lockFree(manager: EntityManager, roomIds: RoomId[]): Promise<Set<RoomId>> {
    const rows = await LOCK_FREE_ROOMS.run<{ id: RoomId }[]>(manager, roomIds);
    return new Set(rows.map(({ id }) => id));
  }
}
