import { Injectable } from '@nestjs/common';
import { setImmediate as otherCalls } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RoomId } from '../../platform/database/id';
import type { Moment } from '../../calendar/history/moment';
import { StateRepository } from '../../calendar/history/state.repository';
import { conflict } from '../../platform/http/problem';
import { RoomAvailabilityRepository } from '../../room/room-availability.repository';
import { PRICE_LIMIT } from '../../calendar/derivation/money';
import { ruleOf, priceLimitMessage } from '../../calendar/derivation/plan-rule';
import type { LinkedRatePlan } from './rate-plan.entity';
import { groupBy } from '../group-by';
import type { CellPrice } from '../rate-room-availability.repository';
import { RateRoomAvailabilityRepository } from '../rate-room-availability.repository';
import { TreePrices } from '../tree-prices';

/** A cell whose price becomes another one, or that is created. */
interface ChangedCell extends CellPrice {
  roomId: RoomId;
  isNew: boolean;
}

/** Recalculates stored prices after a change of a derivation, in a transaction that has locked all their rooms. */
@Injectable()
export class RuleChangeService {
  constructor(
    private readonly treePrices: TreePrices,
    private readonly roomAvailability: RoomAvailabilityRepository,
    private readonly prices: RateRoomAvailabilityRepository,
    private readonly states: StateRepository,
  ) {}

  /**
   * Recalculates the tree's first plan, whose derivation is new, and every plan below it, on each of the dates
   * on which its parent has a cell. Missing cells are created, with an availability of no rooms where that is
   * missing too, and a parent's price that is not set goes down as such.
   * @throws ProblemException 409 where a derived price would be above what can be stored
   */
  async apply(
    manager: EntityManager,
    tree: LinkedRatePlan[],
    dates: CalendarDate[],
    moment: Moment,
  ): Promise<void> {
    const cells = await this.calculate(manager, tree, dates);
    for (const [roomId, ofRoom] of groupBy(cells, (cell) => cell.roomId)) {
      const created = ofRoom.filter(({ isNew }) => isNew);
      const changed = ofRoom.filter(({ isNew }) => !isNew);
      const newDates = [...new Set(created.map(({ date }) => date))];
      const noRooms = newDates.map(() => 0);
      await this.prices.update(manager, roomId, changed);
      await this.roomAvailability.insertMissing(manager, roomId, newDates, noRooms, moment);
      await this.prices.insert(manager, roomId, created);
      const allDates = [...new Set(ofRoom.map(({ date }) => date))];
      await this.states.recordPrices(manager, roomId, allDates, moment);
    }
  }

  private async calculate(
    manager: EntityManager,
    tree: LinkedRatePlan[],
    dates: CalendarDate[],
  ): Promise<ChangedCell[]> {
    const stored = await this.treePrices.load(manager, tree, dates);
    const changed: ChangedCell[] = [];
    for (const plan of tree) {
      // Hundreds of plans take as many milliseconds, in which nobody else would be served.
      await otherCalls();
      const rule = ruleOf(plan);
      const cells = stored.get(plan.id);
      const parentCells = plan.derivedFromId && stored.get(plan.derivedFromId);
      if (!cells || !parentCells) throw new Error(`The prices around rate plan ${plan.id} were not loaded`);
      for (const [date, parentPrice] of parentCells) {
        const price = parentPrice === null ? null : rule(parentPrice);
        if (price !== null && price >= PRICE_LIMIT) throw conflict(priceLimitMessage(plan, date));
        if (cells.get(date) === price) continue;
        changed.push({ roomId: plan.roomId, ratePlanId: plan.id, date, price, isNew: !cells.has(date) });
        cells.set(date, price);
      }
    }
    return changed;
  }
}
