import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { PlanPast } from '../../pricing/rate-room-availability-past.repository';
import { jsonMoment } from '../../platform/database/moment-sql';

@Injectable()
export class PriceHistoryRepository {
  /** Returns since when the past of a plan is known; undefined if nothing is known of its room yet. */
  async findPast(
    manager: EntityManager,
    roomId: RoomId,
    ratePlanId: RatePlanId,
  ): Promise<PlanPast | undefined> {
    const rows = await manager.query<PlanPast[]>(
      `SELECT ${jsonMoment('greatest(clock.known_since, boundary.known_since)')} AS "knownSince",
              greatest(
                (SELECT began FROM room_state WHERE room_id = $1 ORDER BY moment DESC LIMIT 1),
                (SELECT began FROM rate_plan_state
                  WHERE room_id = $1 AND rate_plan_id = $2 ORDER BY moment DESC LIMIT 1))::text AS began
         FROM room_clock AS clock, history_boundary AS boundary
        WHERE room_id = $1`,
      [roomId, ratePlanId],
    );
    return rows[0];
  }
}
