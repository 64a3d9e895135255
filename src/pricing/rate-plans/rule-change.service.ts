import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../../dates/calendar-date';
import type { RoomId } from '../../database/id';
import { conflict } from '../../http/problem';
import { RoomAvailabilityRepository } from '../../room/room-availability.repository';
import { PRICE_LIMIT } from '../derivation/money';
import { ruleOf, priceLimitMessage } from '../derivation/plan-rule';
import type { LinkedRatePlan } from './rate-plan.repository';
import type { CellPrice } from '../rate-room-availability.repository';
import { RateRoomAvailabilityRepository } from '../rate-room-availability.repository';
import { TreePrices } from '../derivation/tree-prices';

/** What a rule makes of the prices of one room. */
interface RoomChanges {
  changed: CellPrice[];
  created: CellPrice[];
}

/** Owns what a new derivation does to stored prices, inside a transaction that has locked all their rooms. */
@Injectable()
export class RuleChangeService {
  constructor(
    private readonly treePrices: TreePrices,
    private readonly roomAvailability: RoomAvailabilityRepository,
    private readonly prices: RateRoomAvailabilityRepository,
  ) {}

  /**
   * Recalculates the tree's first plan, whose derivation is new, and every plan below it, on each of the dates
   * on which its parent has a cell. Missing cells are created, with an availability of no rooms where that is
   * missing too, and a parent's price that is not set goes down as such.
   * @throws ProblemException 409 where a derived price would be too great to store
   */
  async apply(manager: EntityManager, tree: LinkedRatePlan[], dates: CalendarDate[]): Promise<void> {
    const changes = await this.calculate(manager, tree, dates);
    for (const [roomId, { changed, created }] of changes) {
      const newDates = [...new Set(created.map(({ date }) => date))];
      const noRooms = newDates.map(() => 0);
      await this.prices.update(manager, roomId, changed);
      await this.roomAvailability.insertMissing(manager, roomId, newDates, noRooms);
      await this.prices.insert(manager, roomId, created);
    }
  }

  private async calculate(
    manager: EntityManager,
    tree: LinkedRatePlan[],
    dates: CalendarDate[],
  ): Promise<Map<RoomId, RoomChanges>> {
    const stored = await this.treePrices.load(manager, tree, dates);
    const changes = new Map<RoomId, RoomChanges>();
    for (const plan of tree) {
      const rule = ruleOf(plan);
      const cells = stored.get(plan.id);
      const parentCells = plan.derivedFromId && stored.get(plan.derivedFromId);
      if (!cells || !parentCells) throw new Error(`The prices around rate plan ${plan.id} were not loaded`);
      const ofRoom = changes.get(plan.roomId) ?? { changed: [], created: [] };
      changes.set(plan.roomId, ofRoom);
      for (const [date, parentPrice] of parentCells) {
        const price = parentPrice === null ? null : rule(parentPrice);
        if (price !== null && price >= PRICE_LIMIT) throw conflict(priceLimitMessage(plan, date));
        if (!cells.has(date)) ofRoom.created.push({ ratePlanId: plan.id, date, price });
        else if (cells.get(date) !== price) ofRoom.changed.push({ ratePlanId: plan.id, date, price });
        cells.set(date, price);
      }
    }
    return changes;
  }
}
