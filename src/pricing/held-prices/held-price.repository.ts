import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { Repository } from 'typeorm';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { DateRange } from '../../platform/dates/date-range';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { PreparedStatement } from '../../platform/database/prepared-statement';
import type { Moment } from '../../calendar/history/moment';
import { jsonMoment } from '../../calendar/history/moment';
import type { DatedRecord } from '../../push/dated-array';
import type { TenThousandths } from '../../calendar/derivation/money';
import type { RatePlan } from '../rate-plans/rate-plan.entity';
import { HeldPrice } from './held-price.entity';
import type { GuardedPrice, HeldReason } from './price-guard';

/** Where a held price stands in the list. */
export interface HeldPlace {
  roomId: RoomId;
  ratePlanId: RatePlanId;
  date: CalendarDate;
}

/** A pushed price that is held, and the one that its cell keeps; null where none is stored. */
export interface HeldRecord {
  date: CalendarDate;
  price: TenThousandths | null;
  held: TenThousandths;
  reason: HeldReason;
}

/** A held price as it is listed. */
export interface ListedHeldPrice extends HeldPlace, HeldRecord {
  requestId: string;
  heldAt: string;
}

/** Which held prices to list; what is left out is "whichever". */
export interface HeldPriceFilter {
  roomId?: RoomId;
  ratePlanId?: RatePlanId;
  after?: HeldPlace;
}

type PlanKey = Pick<RatePlan, 'id' | 'roomId'>;
/** Amounts as the driver reads a bigint. */
type Row<T extends { price: unknown; held: unknown }> = Omit<T, 'price' | 'held'> & {
  price: string | null;
  held: string;
};

const HOLD_PRICES = new PreparedStatement(
  'hold_prices',
  `WITH pushed AS (
     SELECT pushed.date, pushed.price, stored.price AS stored_price,
            CASE WHEN pushed.reason IS NOT NULL THEN pushed.reason
                 WHEN stored.price > pushed.highest * 0.0001 THEN 'decrease'
                 WHEN stored.price > 0 AND stored.price < pushed.lowest * 0.0001 THEN 'increase' END AS reason
       FROM unnest($3::date[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[])
              AS pushed (date, price, reason, lowest, highest)
       LEFT JOIN rate_room_availability AS stored
         ON stored.room_id = $1 AND stored.rate_plan_id = $2 AND stored.date = pushed.date
   ), held AS (
     INSERT INTO held_price (room_id, rate_plan_id, date, price, reason, entry_id, held_at)
     SELECT $1, $2, date, price * 0.0001, reason, $8, $9 FROM pushed WHERE reason IS NOT NULL
         ON CONFLICT (room_id, rate_plan_id, date) DO UPDATE
        SET price = excluded.price, reason = excluded.reason, entry_id = excluded.entry_id, held_at = excluded.held_at
   ), replaced AS (
     DELETE FROM held_price
      WHERE room_id = $1 AND rate_plan_id = $2
        AND (date IN (SELECT date FROM pushed WHERE reason IS NULL) OR (date < $10 AND date <> ALL ($3::date[])))
   ), flagged AS (
     UPDATE rate_plan SET has_held_prices = NOT has_held_prices
      WHERE room_id = $1 AND id = $2
        AND has_held_prices <> (EXISTS (SELECT FROM pushed WHERE reason IS NOT NULL)
                                OR EXISTS (SELECT FROM held_price
                                            WHERE room_id = $1 AND rate_plan_id = $2
                                              AND date >= $10 AND date <> ALL ($3::date[])))
   )
   SELECT date, (stored_price * 10000)::bigint AS price, price AS held, reason
     FROM pushed WHERE reason IS NOT NULL
    ORDER BY date`,
);

/** The SQL of held prices. Whoever changes them has locked the room. */
@Injectable()
export class HeldPriceRepository {
  constructor(@InjectRepository(HeldPrice) private readonly heldPrices: Repository<HeldPrice>) {}

  /**
   * Holds the pushed prices that a guard does not take beside the stored ones. Deletes what was held of the others'
   * cells, whose place their push takes, and of earlier dates, which nobody can release any more.
   * @param guarded what the guard says of each pushed price
   * @param earliest the first date that can be updated
   * @returns those that are held, in the order of their dates
   */
  async hold(
    manager: EntityManager,
    { id, roomId }: PlanKey,
    pushed: DatedRecord<TenThousandths>[],
    guarded: GuardedPrice[],
    { at, entryId }: Moment,
    earliest: CalendarDate,
  ): Promise<HeldRecord[]> {
    const rows = await HOLD_PRICES.run<Row<HeldRecord>[]>(manager, [
      roomId,
      id,
      pushed.map(({ date }) => date),
      pushed.map(({ value }) => value),
      guarded.map(({ reason }) => reason),
      guarded.map(({ lowestStored }) => lowestStored),
      guarded.map(({ highestStored }) => highestStored),
      entryId,
      at,
      earliest,
    ]);
    return rows.map(withAmounts);
  }

  /** Takes what is held of a plan on some dates out of the table, in the order of the dates. */
  async take(
    manager: EntityManager,
    { id, roomId }: PlanKey,
    { from, to }: DateRange,
  ): Promise<DatedRecord<TenThousandths>[]> {
    const rows = await manager.query<{ date: CalendarDate; price: string }[]>(
      `WITH taken AS (
         DELETE FROM held_price
          WHERE room_id = $1 AND rate_plan_id = $2 AND date BETWEEN $3 AND $4
         RETURNING date, price
       ), cleared AS (
         UPDATE rate_plan SET has_held_prices = false
          WHERE room_id = $1 AND id = $2 AND has_held_prices
            AND NOT EXISTS (SELECT FROM held_price
                             WHERE room_id = $1 AND rate_plan_id = $2 AND date NOT BETWEEN $3 AND $4)
       )
       SELECT date, (price * 10000)::bigint AS price FROM taken ORDER BY date`,
      [roomId, id, from, to],
    );
    return rows.map(({ date, price }) => ({ date, value: BigInt(price) }));
  }

  /** Held prices by room, plan and date, from behind `after` on. */
  async list(
    manager: EntityManager,
    { roomId, ratePlanId, after }: HeldPriceFilter,
    limit: number,
  ): Promise<ListedHeldPrice[]> {
    const rows = await manager.query<Row<ListedHeldPrice>[]>(
      `SELECT held.room_id AS "roomId", held.rate_plan_id AS "ratePlanId", held.date,
              (stored.price * 10000)::bigint AS price, (held.price * 10000)::bigint AS held, held.reason,
              held.entry_id AS "requestId", ${jsonMoment('held.held_at')} AS "heldAt"
         FROM held_price AS held
         LEFT JOIN rate_room_availability AS stored
           ON stored.room_id = held.room_id AND stored.rate_plan_id = held.rate_plan_id AND stored.date = held.date
        WHERE ($1::bigint IS NULL OR held.room_id = $1)
          AND ($2::bigint IS NULL OR (held.rate_plan_id = $2
                                      AND held.room_id = (SELECT room_id FROM rate_plan WHERE id = $2)))
          AND ($3::bigint IS NULL OR (held.room_id, held.rate_plan_id, held.date) > ($3, $4::bigint, $5::date))
        ORDER BY held.room_id, held.rate_plan_id, held.date
        LIMIT $6`,
      [roomId, ratePlanId, after?.roomId, after?.ratePlanId, after?.date, limit],
    );
    return rows.map(withAmounts);
  }

  /** Deletes whatever is held of a plan. */
  async deleteOfPlan(manager: EntityManager, { id, roomId }: PlanKey): Promise<void> {
    await manager.withRepository(this.heldPrices).delete({ roomId, ratePlanId: id });
  }
}

function withAmounts<T extends { price: string | null; held: string }>(row: T) {
  return { ...row, price: row.price === null ? null : BigInt(row.price), held: BigInt(row.held) };
}
