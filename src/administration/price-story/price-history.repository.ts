import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { Operation } from '../../push/operations';
import { jsonMoment } from '../../calendar/history/moment';

/** The beginnings of a plan and of the known past of its prices. */
export interface PlanPast {
  knownSince: string;
  began: string;
}

/** A push or a change that set a price to another value. */
export interface PriceChange {
  requestId: string;
  at: string;
  token: string | null;
  operation: Operation;
  price: string | null;
}

/** The price whose history is read. */
export interface PricePlace {
  roomId: RoomId;
  ratePlanId: RatePlanId;
  date: CalendarDate;
  /** Only changes before this moment; null for all. */
  before: string | null;
}

/**
 * The number of states of a date that one page reads.
 * They include states of the room's other plans, so without a limit a page could read the whole history.
 */
const MAX_SCANNED = 2_000;

/** The SQL of the history of a price. */
@Injectable()
export class PriceHistoryRepository {
  /** @returns undefined if nothing is known of the room yet */
  async findPast(
    manager: EntityManager,
    roomId: RoomId,
    ratePlanId: RatePlanId,
  ): Promise<PlanPast | undefined> {
    const rows = await manager.query<PlanPast[]>(
      `SELECT ${jsonMoment('greatest(timeline.known_since, boundary.known_since)')} AS "knownSince",
              greatest(
                (SELECT began FROM room_state WHERE room_id = $1 ORDER BY moment DESC LIMIT 1),
                (SELECT began FROM rate_plan_state
                  WHERE room_id = $1 AND rate_plan_id = $2 ORDER BY moment DESC LIMIT 1))::text AS began
         FROM room_timeline AS timeline, history_boundary AS boundary
        WHERE room_id = $1`,
      [roomId, ratePlanId],
    );
    return rows[0];
  }

  /** Lists the changes of a price, newest first: states that differ from the state before. */
  async list(
    manager: EntityManager,
    { roomId, ratePlanId, date, before }: PricePlace,
    { knownSince, began }: PlanPast,
    limit: number,
  ): Promise<PriceChange[]> {
    return manager.query<PriceChange[]>(
      `WITH scanned AS MATERIALIZED (
         SELECT moment, entry_id, layout_id, prices
           FROM price_state
          WHERE room_id = $1 AND date = $3 AND moment >= $4::timestamptz
            AND moment < coalesce($5::timestamptz, 'infinity')
          ORDER BY moment DESC LIMIT $7::integer + 1
       )
       SELECT entry.id AS "requestId", ${jsonMoment('moment')} AS at, entry.token, entry.operation, price
         FROM (SELECT moment, entry_id, price, lead(price) OVER newest_first AS earlier_price,
                      row_number() OVER newest_first AS position
                 FROM (SELECT moment, entry_id,
                              nullif(prices[(SELECT array_position(rate_plan_ids, $2::bigint)
                                               FROM price_layout WHERE id = layout_id)], -1) AS price
                         FROM scanned) AS priced
               WINDOW newest_first AS (ORDER BY moment DESC)) AS state
         JOIN journal_entry AS entry ON entry.id = entry_id
        WHERE price IS DISTINCT FROM earlier_price AND position <= $7 AND moment > $6::timestamptz
        ORDER BY moment DESC
        LIMIT $8`,
      [roomId, ratePlanId, date, began, before, knownSince, MAX_SCANNED, limit],
    );
  }

  /** Returns the earliest moment that `list` reads; undefined if it reaches the beginning. */
  async findEndOfScan(
    manager: EntityManager,
    { roomId, date, before }: PricePlace,
    { began }: PlanPast,
  ): Promise<string | undefined> {
    const rows = await manager.query<{ at: string }[]>(
      `SELECT ${jsonMoment('moment')} AS at
         FROM price_state
        WHERE room_id = $1 AND date = $2 AND moment >= $3::timestamptz
          AND moment < coalesce($4::timestamptz, 'infinity')
        ORDER BY moment DESC OFFSET $5 LIMIT 1`,
      [roomId, date, began, before, MAX_SCANNED - 1],
    );
    return rows[0]?.at;
  }
}
