import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { jsonMoment } from '../../platform/database/moment-sql';
import type { CellPast, Since, SincePlace } from '../../calendar/history/since';
import { PreparedStatement } from '../../platform/database/prepared-statement';

const FIND_PAST = new PreparedStatement(
  'find_past_of_cell',
  `SELECT coalesce(greatest(room.began, plan.began), '-infinity')::text AS began,
          coalesce(room.began, '-infinity')::text AS "roomBegan",
          coalesce(array_agg(id) FILTER (WHERE id IS NOT NULL), '{}') AS "planListIds",
          coalesce(array_agg(array_position(rate_plan_ids, $2::bigint)) FILTER (WHERE id IS NOT NULL), '{}') AS positions
     FROM (SELECT (SELECT began FROM room_state
                    WHERE room_id = $1 AND moment <= $3::timestamptz ORDER BY moment DESC LIMIT 1)) AS room,
          (SELECT (SELECT began FROM rate_plan_state
                    WHERE room_id = $1 AND rate_plan_id = $2 AND moment <= $3::timestamptz
                    ORDER BY moment DESC LIMIT 1)) AS plan
     LEFT JOIN plan_list AS list ON list.room_id = $1 AND rate_plan_ids @> ARRAY[$2::bigint]
    GROUP BY room.began, plan.began`,
);

const SINCE_LIMIT = `
  SELECT id AS "requestId", ${jsonMoment('applied_at')} AS at, token
    FROM journal_entry
   WHERE room_id = $1 AND changes ?| '{maximumGuests,adults,children}' AND changes ? $3
     AND applied_at BETWEEN coalesce((SELECT began FROM room_state
                                       WHERE room_state.room_id = $1 AND moment <= $2::timestamptz
                                       ORDER BY moment DESC LIMIT 1), '-infinity') AND $2::timestamptz
   ORDER BY applied_at DESC LIMIT 1`;

/** The SQL of the past of a stay's plan and of its room's numbers of guests. */
@Injectable()
export class SinceRepository {
  async findPast(manager: EntityManager, place: SincePlace): Promise<CellPast> {
    const { roomId, ratePlanId, until } = place;
    const [past] = await FIND_PAST.run<[Omit<CellPast, keyof SincePlace>]>(manager, [
      roomId,
      ratePlanId,
      until,
    ]);
    return { ...place, ...past };
  }

  /** Returns the entry that set a number of guests. */
  async findLimit(
    manager: EntityManager,
    { roomId, until }: CellPast,
    field: 'maximumGuests' | 'adults' | 'children',
  ): Promise<Since | undefined> {
    const [since] = await manager.query<Since[]>(SINCE_LIMIT, [roomId, until, field]);
    return since;
  }
}
