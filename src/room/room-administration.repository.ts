import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../database/id';
import type { ChangeRoomDto, RoomView } from './room.dto';

/** The values of a room that its administration sets. */
export type RoomFields = Required<ChangeRoomDto>;

const ROOM_VIEW = `
  SELECT room.id, room.name, room.property_name AS "propertyName", room.total_rooms AS "totalRooms",
         room.maximum_guests AS "maximumGuests", room.adults, room.children,
         coalesce((SELECT json_agg(json_build_object(
                            'id', plan.id::text, 'roomId', plan.room_id::text, 'name', plan.name,
                            'currency', plan.currency,
                            'derivation', jsonb_build_object('from', plan.derived_from_id::text) || plan.derivation)
                          ORDER BY plan.id)
                     FROM rate_plan AS plan WHERE plan.room_id = room.id), '[]') AS "ratePlans"
    FROM room`;

/** The SQL of rooms, as people administer them. */
@Injectable()
export class RoomAdministrationRepository {
  async find(manager: EntityManager, roomId: RoomId): Promise<RoomView | undefined> {
    const rows = await manager.query<RoomView[]>(`${ROOM_VIEW} WHERE room.id = $1`, [roomId]);
    return rows[0];
  }

  /** Rooms in the order of their ids, from behind `after` on. */
  async list(
    manager: EntityManager,
    propertyName: string | null,
    after: RoomId | null,
    limit: number,
  ): Promise<RoomView[]> {
    return manager.query<RoomView[]>(
      `${ROOM_VIEW}
        WHERE ($1::text IS NULL OR room.property_name = $1) AND ($2::bigint IS NULL OR room.id > $2)
        ORDER BY room.id LIMIT $3`,
      [propertyName, after, limit],
    );
  }

  /** @returns the id; undefined where it is taken, or, where none was given, where the next one of the sequence is */
  async insert(manager: EntityManager, roomId: RoomId | null, room: RoomFields): Promise<RoomId | undefined> {
    const rows = await manager.query<{ id: RoomId }[]>(
      `INSERT INTO room (id, name, property_name, total_rooms, maximum_guests, adults, children)
       VALUES (coalesce($1, nextval(pg_get_serial_sequence('room', 'id'))), $2, $3, $4, $5, $6, $7)
           ON CONFLICT (id) DO NOTHING
       RETURNING id`,
      [roomId, room.name, room.propertyName, room.totalRooms, room.maximumGuests, room.adults, room.children],
    );
    return rows[0]?.id;
  }

  async update(manager: EntityManager, roomId: RoomId, room: RoomFields): Promise<void> {
    await manager.query(
      `UPDATE room SET name = $2, property_name = $3, total_rooms = $4, maximum_guests = $5, adults = $6, children = $7
        WHERE id = $1`,
      [roomId, room.name, room.propertyName, room.totalRooms, room.maximumGuests, room.adults, room.children],
    );
  }

  /** Plans of other rooms that derive from a plan of this one; at most ten. */
  async findForeignChildren(
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

  /** Deletes the room with its plans, prices and availability. */
  async delete(manager: EntityManager, roomId: RoomId): Promise<void> {
    await manager.query(`DELETE FROM room WHERE id = $1`, [roomId]);
  }
}
