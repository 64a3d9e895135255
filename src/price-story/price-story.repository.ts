import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../dates/calendar-date';
import type { RatePlanId, RoomId } from '../database/id';
import { jsonMoment } from '../history/moment';
import type { TenThousandths } from '../pricing/derivation/money';
import type { Derivation } from '../pricing/derivation/price-derivation';
import type { HeldReason } from '../pricing/held-prices/price-guard';

/** A plan of a line of derivations, and its price on a date. */
export interface PricedPlan {
  id: RatePlanId;
  roomId: RoomId;
  derivation: Derivation | null;
  /** Whether there is a record of its price. */
  hasPrice: boolean;
  price: TenThousandths | null;
  /** What a guard keeps from sale, as the story tells it. */
  held: { price: TenThousandths; reason: HeldReason; requestId: string; heldAt: string } | null;
}

/** Amounts as the driver reads them. */
type Row = Omit<PricedPlan, 'price' | 'held'> & {
  price: string | null;
  held: (Omit<NonNullable<PricedPlan['held']>, 'price'> & { price: string }) | null;
};

/** Deeper than any chain that may be saved: a circle made by other means ends here. */
const MAX_DEPTH = 100;

/** The SQL of where a price comes from. */
@Injectable()
export class PriceStoryRepository {
  /** A plan, its parent, and so on up to a plan that is not derived, with their prices on a date. */
  async loadLine(manager: EntityManager, ratePlanId: RatePlanId, date: CalendarDate): Promise<PricedPlan[]> {
    const rows = await manager.query<Row[]>(
      `WITH RECURSIVE line AS (
         SELECT id, room_id, derived_from_id, derivation, 0 AS depth FROM rate_plan WHERE id = $1
          UNION ALL
         SELECT parent.id, parent.room_id, parent.derived_from_id, parent.derivation, line.depth + 1
           FROM line JOIN rate_plan AS parent ON parent.id = line.derived_from_id
          WHERE line.depth < $3
       )
       SELECT line.id, line.room_id AS "roomId", line.derivation, stored.date IS NOT NULL AS "hasPrice",
              (stored.price * 10000)::bigint AS price,
              CASE WHEN held.date IS NOT NULL THEN json_build_object(
                'price', (held.price * 10000)::bigint::text, 'reason', held.reason,
                'requestId', held.entry_id, 'heldAt', ${jsonMoment('held.held_at')}) END AS held
         FROM line
         LEFT JOIN rate_room_availability AS stored
           ON stored.room_id = line.room_id AND stored.rate_plan_id = line.id AND stored.date = $2
         LEFT JOIN held_price AS held
           ON held.room_id = line.room_id AND held.rate_plan_id = line.id AND held.date = $2
        ORDER BY line.depth`,
      [ratePlanId, date, MAX_DEPTH],
    );
    return rows.map(({ price, held, ...plan }) => ({
      ...plan,
      price: price === null ? null : BigInt(price),
      held: held && { ...held, price: BigInt(held.price) },
    }));
  }
}
