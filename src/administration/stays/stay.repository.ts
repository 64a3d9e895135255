import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { PreparedStatement } from '../../platform/database/prepared-statement';
import type { StayFacts } from './stay-reasons';

/** The numbers of a room that limit its guests. */
export type GuestLimits = Pick<StayFacts, 'maximumGuests' | 'adults' | 'children'>;

const FIND_ROOM_OF_PLAN = new PreparedStatement(
  'find_room_of_plan',
  `SELECT room_id AS "roomId" FROM (
     (SELECT room_id, 1 AS rank FROM rate_plan_state
       WHERE $2::timestamptz IS NOT NULL AND rate_plan_id = $1 AND moment <= $2::timestamptz
       ORDER BY moment DESC LIMIT 1)
      UNION ALL
     SELECT room_id, 2 FROM rate_plan WHERE id = $1) AS found
    ORDER BY rank LIMIT 1`,
);

const READ_LIMITS = new PreparedStatement(
  'read_guest_limits',
  `SELECT maximum_guests AS "maximumGuests", adults, children FROM room WHERE id = $1`,
);

/** Finds each number in the newest change up to the moment, or in the first change after it, or in the room. */
const READ_PAST_LIMITS = `
  SELECT field.name, CASE WHEN earlier.changes IS NOT NULL THEN earlier.changes #>> ARRAY[field.name, 'to']
                          WHEN later.changes IS NOT NULL THEN later.changes #>> ARRAY[field.name, 'from']
                          ELSE to_jsonb(room) ->> field.column_name END::integer AS value
    FROM (VALUES ('maximumGuests', 'maximum_guests'), ('adults', 'adults'), ('children', 'children'))
           AS field (name, column_name)
    LEFT JOIN room ON room.id = $1
    LEFT JOIN LATERAL (
           SELECT changes FROM journal_entry
            WHERE room_id = $1 AND changes ?| '{maximumGuests,adults,children}' AND changes ? field.name
              AND applied_at BETWEEN coalesce((SELECT began FROM room_state
                                                WHERE room_state.room_id = $1 AND moment <= $2::timestamptz
                                                ORDER BY moment DESC LIMIT 1), '-infinity') AND $2::timestamptz
            ORDER BY applied_at DESC LIMIT 1) AS earlier ON true
    LEFT JOIN LATERAL (
           SELECT changes FROM journal_entry
            WHERE room_id = $1 AND changes ?| '{maximumGuests,adults,children}' AND changes ? field.name
              AND applied_at > $2::timestamptz
            ORDER BY applied_at LIMIT 1) AS later ON earlier.changes IS NULL`;

/** The SQL of the values that a stay needs and the administration's calendars lack. */
@Injectable()
export class StayRepository {
  /** Returns the room of a plan, at a moment or now; undefined if there is no such plan. */
  async findRoomOf(
    manager: EntityManager,
    ratePlanId: RatePlanId,
    at: string | null,
  ): Promise<RoomId | undefined> {
    const rows = await FIND_ROOM_OF_PLAN.run<{ roomId: RoomId }[]>(manager, [ratePlanId, at]);
    return rows[0]?.roomId;
  }

  /** @param at a past moment; null for now */
  async readLimits(manager: EntityManager, roomId: RoomId, at: string | null): Promise<GuestLimits> {
    if (at === null) {
      const [room] = await READ_LIMITS.run<[GuestLimits]>(manager, [roomId]);
      return room;
    }
    const rows = await manager.query<{ name: keyof GuestLimits; value: number | null }[]>(READ_PAST_LIMITS, [
      roomId,
      at,
    ]);
    return Object.fromEntries(rows.map(({ name, value }) => [name, value])) as unknown as GuestLimits;
  }
}
