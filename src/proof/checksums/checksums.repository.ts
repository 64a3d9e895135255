import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';

/** A room, and the ids of its plans in their order. */
export interface RoomOfChecksums {
  propertyName: string | null;
  ratePlanIds: RatePlanId[];
}

/** The checksum of a month: of a rate plan's prices, or of the rooms left if there is no plan. */
export interface MonthChecksum {
  month: string;
  ratePlanId: RatePlanId | null;
  checksum: string;
}

/**
 * One line for each date: `2026-12-24=3\n`, `2026-12-24=100.10\n`, `2026-12-24=\n` without a price. Money has at least
 * two fraction digits and no other trailing zeros. The range of dates is from `$2` to before `$3`.
 */
const CHECKSUMS = `
  SELECT month, "ratePlanId",
         encode(sha256(convert_to(string_agg(to_char(date, 'YYYY-MM-DD') || '=' || value || E'\\n', '' ORDER BY date),
                                  'UTF8')), 'hex') AS checksum
    FROM (SELECT to_char(date, 'YYYY-MM') AS month, NULL::bigint AS "ratePlanId", date, total_rooms::text AS value
            FROM room_availability
           WHERE room_id = $1 AND date >= $2::date AND date < $3::date
           UNION ALL
          SELECT to_char(date, 'YYYY-MM'), rate_plan_id, date,
                 coalesce(CASE WHEN scale(trim_scale(price)) < 2 THEN round(price, 2) ELSE trim_scale(price) END::text, '')
            FROM rate_room_availability
           WHERE room_id = $1 AND date >= $2::date AND date < $3::date) AS line
   GROUP BY month, "ratePlanId"`;

/** The SQL of checksums. */
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

  /** Computes the checksums of the months that have records, from a date to before another one. */
  compute(
    manager: EntityManager,
    roomId: RoomId,
    from: CalendarDate,
    before: CalendarDate,
  ): Promise<MonthChecksum[]> {
    return manager.query<MonthChecksum[]>(CHECKSUMS, [roomId, from, before]);
  }
}
