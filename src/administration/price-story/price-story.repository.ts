import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { TenThousandths } from '../../calendar/derivation/money';
import type { Derivation } from '../../calendar/derivation/price-derivation';
import type { HeldReason } from '../../calendar/price-guard';
import type { CellPlace } from '../../pricing/cell-place';
import { placeKey } from '../../pricing/cell-place';
import type { HeldPriceOfCell } from '../../pricing/held-prices/held-price.repository';
import { HeldPriceRepository } from '../../pricing/held-prices/held-price.repository';
import { RateRoomAvailabilityRepository } from '../../pricing/rate-room-availability.repository';

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

/** Deeper than any chain that can be saved. A circle, which can only come from direct SQL, ends here. */
const MAX_DEPTH = 100;

@Injectable()
export class PriceStoryRepository {
  constructor(
    private readonly availabilities: RateRoomAvailabilityRepository,
    private readonly heldPrices: HeldPriceRepository,
  ) {}

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

  async readPrices(manager: EntityManager, line: LinePlan[], date: CalendarDate): Promise<PricedPlan[]> {
    const places = line.map(({ roomId, id }) => ({ roomId, ratePlanId: id, date }));
    const [prices, held] = await Promise.all([
      this.availabilities.findPrices(manager, places),
      this.heldPrices.findOn(manager, places),
    ]);
    return line.map((plan, index) => {
      const key = placeKey(places[index] as CellPlace);
      const price = prices.get(key);
      return {
        ...plan,
        hasPrice: price !== undefined,
        price: price == null ? null : BigInt(price),
        held: toHeld(held.get(key)),
      };
    });
  }
}

function toHeld(found: HeldPriceOfCell | undefined): PricedPlan['held'] {
  if (!found) return null;
  const { held, reason, requestId, heldAt } = found;
  return { price: BigInt(held), reason, requestId, heldAt };
}
