import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { jsonMoment } from '../../platform/database/moment-sql';
import type { RoomId } from '../../platform/database/id';

/** The SQL of the history of rooms left. */
@Injectable()
export class RoomsLeftRepository {
  /** Returns the beginning of the known past of a room; undefined if there is no such room. */
  async findKnownSince(manager: EntityManager, roomId: RoomId): Promise<string | undefined> {
    const rows = await manager.query<{ at: string }[]>(
      `SELECT ${jsonMoment('greatest(clock.known_since, boundary.known_since)')} AS at
         FROM room_clock AS clock, history_boundary AS boundary
        WHERE room_id = $1`,
      [roomId],
    );
    return rows[0]?.at;
  }
}
