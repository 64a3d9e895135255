import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../calendar/calendar-date';
import type { RatePlanId, RoomId } from '../database/id';
import type { TenThousandths } from './money';
import type { LinkedRatePlan } from './rate-plan.repository';
import { RateRoomAvailabilityRepository } from './rate-room-availability.repository';

/** The cells of one plan by date; null is a price that is not set. */
export type Cells = Map<CalendarDate, TenThousandths | null>;

/** Owns the reading of stored prices along derivations, which may lead through several rooms. */
@Injectable()
export class TreePrices {
  constructor(private readonly prices: RateRoomAvailabilityRepository) {}

  /** The cells of a tree's plans, and of their parents outside of it. */
  async load(
    manager: EntityManager,
    tree: LinkedRatePlan[],
    dates: CalendarDate[],
  ): Promise<Map<RatePlanId, Cells>> {
    const stored = new Map<RatePlanId, Cells>();
    for (const [roomId, ratePlanIds] of plansAndParentsByRoom(tree)) {
      for (const id of ratePlanIds) stored.set(id, new Map());
      for (const { ratePlanId, date, price } of await this.prices.load(
        manager,
        roomId,
        [...ratePlanIds],
        dates,
      )) {
        stored.get(ratePlanId)?.set(date, price);
      }
    }
    return stored;
  }
}

function plansAndParentsByRoom(tree: LinkedRatePlan[]): Map<RoomId, Set<RatePlanId>> {
  const plans = new Map<RoomId, Set<RatePlanId>>();
  const add = (roomId: RoomId, id: RatePlanId) => plans.set(roomId, (plans.get(roomId) ?? new Set()).add(id));
  for (const plan of tree) {
    add(plan.roomId, plan.id);
    if (plan.derivedFromId && plan.derivedFromRoomId) add(plan.derivedFromRoomId, plan.derivedFromId);
  }
  return plans;
}
