import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';

/** A room, and the ids of its plans in their order. */
interface RoomOfChecksums {
  propertyName: string | null;
  ratePlanIds: RatePlanId[];
}

/** Reads the rooms whose checksums are computed. */
@Injectable()
export class ChecksumsRepository {
  async findRoom(manager: EntityManager, roomId: RoomId): Promise<RoomOfChecksums | undefined> {
    const rows = await manager.query<RoomOfChecksums[]>(
      `SELECT property_name AS "propertyName",
              ARRAY(SELECT id::text FROM rate_plan WHERE room_id = room.id ORDER BY id) AS "ratePlanIds"
         FROM room WHERE id = $1`,
      [roomId],
    );
    return rows[0];
  }
}
