import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { RatePlanRepository } from '../../pricing/rate-plans/rate-plan.repository';
import { RoomAdministrationRepository } from '../../room/room-administration.repository';
import type { Room } from '../../room/room.entity';
import { SANDBOX_ROOMS } from './sandbox-rooms';
import type { SandboxRoomView } from './sandbox.dto';

export interface Sandbox {
  id: string;
  name: string;
  propertyName: string;
  propertyCode: string;
  tokenId: string;
  firstDay: CalendarDate;
  createdAt: Date;
  createdBy: string | null;
  expiresAt: Date;
  rooms: SandboxRoomView[];
}

const CURRENCY = 'EUR';

const SANDBOX = `
  id, name, property_name AS "propertyName", token_id AS "tokenId", first_day::text AS "firstDay",
  created_at AS "createdAt", created_by AS "createdBy", expires_at AS "expiresAt",
  (SELECT min(property_code) FROM room WHERE room.sandbox_id = sandbox.id) AS "propertyCode",
  (SELECT json_agg(json_build_object(
            'id', room.id::text, 'name', room.name,
            'ratePlans', (SELECT json_agg(json_build_object('id', plan.id::text, 'name', plan.name,
                                                            'derivedFrom', plan.derived_from_id::text) ORDER BY plan.id)
                            FROM rate_plan AS plan WHERE plan.room_id = room.id)) ORDER BY room.id)
     FROM room WHERE room.sandbox_id = sandbox.id) AS rooms`;

@Injectable()
export class SandboxRepository {
  constructor(
    private readonly rooms: RoomAdministrationRepository,
    private readonly ratePlans: RatePlanRepository,
  ) {}

  async insert(
    manager: EntityManager,
    sandbox: Omit<Sandbox, 'createdAt' | 'propertyCode' | 'rooms'>,
  ): Promise<void> {
    const { id, name, propertyName, tokenId, firstDay, createdBy, expiresAt } = sandbox;
    await manager.query(
      `INSERT INTO sandbox (id, name, property_name, token_id, first_day, created_by, expires_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())`,
      [id, name, propertyName, tokenId, firstDay, createdBy, expiresAt],
    );
    await manager.query(`UPDATE access_token SET sandbox_id = $1 WHERE id = $2`, [id, tokenId]);
  }

  /** Inserts the rooms of a sandbox with their plans. @returns their ids */
  async insertRooms(
    manager: EntityManager,
    property: Pick<Room, 'sandboxId' | 'propertyName' | 'propertyCode'>,
  ): Promise<RoomId[]> {
    const ids: RoomId[] = [];
    for (const { ratePlans, ...fields } of SANDBOX_ROOMS) {
      const roomId = await this.rooms.insert(manager, null, { ...fields, ...property });
      if (!roomId) continue;
      ids.push(roomId);
      const plans = new Map<string, RatePlanId>();
      for (const { name, parent = '', rule = null, guard = null } of ratePlans) {
        const derivedFromId = plans.get(parent) ?? null;
        const plan = { roomId, name, currency: CURRENCY, derivedFromId, derivation: rule, guard };
        const ratePlanId = await this.ratePlans.insert(manager, null, plan);
        if (ratePlanId) plans.set(name, ratePlanId);
      }
    }
    return ids;
  }

  /** Lists sandboxes after a cursor, in the order of their creation. */
  list(manager: EntityManager, after: string | undefined, limit: number): Promise<Sandbox[]> {
    return manager.query<Sandbox[]>(
      `SELECT ${SANDBOX} FROM sandbox WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT $2`,
      [after ?? null, limit],
    );
  }

  async find(manager: EntityManager, id: string): Promise<Sandbox | undefined> {
    const rows = await manager.query<Sandbox[]>(`SELECT ${SANDBOX} FROM sandbox WHERE id = $1`, [id]);
    return rows[0];
  }

  async count(manager: EntityManager): Promise<number> {
    const [row] = await manager.query<[{ count: number }]>(`SELECT count(*)::integer AS count FROM sandbox`);
    return row.count;
  }
}
