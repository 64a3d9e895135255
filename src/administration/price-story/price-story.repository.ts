import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { jsonMoment } from '../../calendar/history/moment';
import type { TenThousandths } from '../../calendar/derivation/money';
import type { Derivation } from '../../calendar/derivation/price-derivation';
import type { HeldReason } from '../../calendar/price-guard';

/** A plan in a line of derivations. */
export interface LinePlan {
  id: RatePlanId;
  roomId: RoomId;
  derivation: Derivation | null;
}

/** A plan in a line of derivations, and its price on a date. */
export interface PricedPlan extends LinePlan {
  /** Whether its price has a record. */
  hasPrice: boolean;
  price: TenThousandths | null;
  /** The price that a guard keeps from sale, in the form of the story. */
  held: { price: TenThousandths; reason: HeldReason; requestId: string; heldAt: string } | null;
}

/** A priced plan with amounts as the driver returns them. */
interface Row extends LinePlan {
  hasPrice: boolean;
  price: string | null;
  held: (Omit<NonNullable<PricedPlan['held']>, 'price'> & { price: string }) | null;
}

/** Deeper than any chain that can be saved. A circle, which can only come from direct SQL, ends here. */
const MAX_DEPTH = 100;

/** The SQL that finds the origin of a price. */
@Injectable()
export class PriceStoryRepository {
  /** Returns a plan, its parent, and so on up to a plan that is not derived. */
  loadLine(manager: EntityManager, ratePlanId: RatePlanId): Promise<LinePlan[]> {
    return manager.query<LinePlan[]>(
      `WITH RECURSIVE line AS (
         SELECT id, room_id, derived_from_id, derivation, 0 AS depth FROM rate_plan WHERE id = $1
          UNION ALL
         SELECT parent.id, parent.room_id, parent.derived_from_id, parent.derivation, line.depth + 1
           FROM line JOIN rate_plan AS parent ON parent.id = line.derived_from_id
          WHERE line.depth < $2
       )
       SELECT id, room_id AS "roomId", derivation FROM line ORDER BY depth`,
      [ratePlanId, MAX_DEPTH],
    );
  }

  /** Returns the plans of a line with their prices on a date. */
  async readPrices(manager: EntityManager, line: LinePlan[], date: CalendarDate): Promise<PricedPlan[]> {
    const rows = await manager.query<Row[]>(
      `SELECT plan.id, plan.room_id AS "roomId", plan.derivation, stored.date IS NOT NULL AS "hasPrice", (stored.price * 10000)::bigint AS price,
              CASE WHEN held.date IS NOT NULL THEN json_build_object(
                'price', (held.price * 10000)::bigint::text, 'reason', held.reason,
                'requestId', held.entry_id, 'heldAt', ${jsonMoment('held.held_at')}) END AS held
         FROM unnest($1::bigint[], $2::bigint[], $4::jsonb[]) WITH ORDINALITY AS plan (room_id, id, derivation, position)
         LEFT JOIN rate_room_availability AS stored
           ON stored.room_id = ANY($1::bigint[]) AND stored.room_id = plan.room_id
          AND stored.rate_plan_id = plan.id AND stored.date = $3
         LEFT JOIN held_price AS held
           ON held.room_id = ANY($1::bigint[]) AND held.room_id = plan.room_id
          AND held.rate_plan_id = plan.id AND held.date = $3
        ORDER BY plan.position`,
      [
        line.map(({ roomId }) => roomId),
        line.map(({ id }) => id),
        date,
        line.map(({ derivation }) => derivation),
      ],
    );
    return rows.map(({ price, held, ...plan }) => ({
      ...plan,
      price: price === null ? null : BigInt(price),
      held: held && { ...held, price: BigInt(held.price) },
    }));
  }
}
