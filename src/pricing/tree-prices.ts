import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { RatePlanId } from '../platform/database/id';
import type { TenThousandths } from '../calendar/derivation/money';
import { groupBy } from './group-by';
import type { LinkedRatePlan } from './rate-plans/rate-plan.entity';
import { RatePlanRepository } from './rate-plans/rate-plan.repository';
import { RateRoomAvailabilityRepository } from './rate-room-availability.repository';

/** The cells of one plan by date; null is a price that is not set. */
export type Cells = Map<CalendarDate, TenThousandths | null>;

/** Reads stored prices along derivations, which may lead through several rooms. */
@Injectable()
export class TreePrices {
  constructor(
    private readonly ratePlans: RatePlanRepository,
    private readonly prices: RateRoomAvailabilityRepository,
  ) {}

  /** The cells of a tree's plans, and of their parents outside of it. */
  async load(
    manager: EntityManager,
    tree: LinkedRatePlan[],
    dates: CalendarDate[],
  ): Promise<Map<RatePlanId, Cells>> {
    const stored = new Map<RatePlanId, Cells>();
    const plans = [...tree, ...(await this.ratePlans.findParentsOutside(manager, tree))];
    for (const [roomId, ofRoom] of groupBy(plans, (plan) => plan.roomId)) {
      const ratePlanIds = ofRoom.map(({ id }) => id);
      for (const id of ratePlanIds) stored.set(id, new Map());
      for (const { ratePlanId, date, price } of await this.prices.load(manager, roomId, ratePlanIds, dates)) {
        stored.get(ratePlanId)?.set(date, price);
      }
    }
    return stored;
  }
}
