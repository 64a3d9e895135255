import { BadRequestException, Injectable } from '@nestjs/common';
import type { RatePlanId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { CalendarPlan } from '../calendar-plan';
import { ruleOf } from '../calendar-plan';
import { NO_RECORD, NOT_SET } from '../cell';
import { PRICE_LIMIT } from './money';
import type { RoomCalendars } from '../room-calendars';

/** A number, because a comparison of numbers with a bigint is slow. */
const LIMIT = Number(PRICE_LIMIT);

/** The dates on which plans keep their prices. */
export type KeptDates = ReadonlyMap<RatePlanId, ReadonlySet<CalendarDate>>;

/**
 * Computes the prices of derived plans on calendars in memory.
 * The caller's transaction locks and loads their rooms, and saves the differences.
 */
@Injectable()
export class DerivedPriceService {
  /**
   * Recalculates every plan below the tree's first one from its parent's price, and creates missing records.
   * A parent without a record changes nothing. If its price is not set, the derived price becomes "not set".
   * @param tree plans, each after its parent
   * @param kept cells that keep their prices; plans below them derive from these prices
   * @throws BadRequestException if a derived price is too large to store
   */
  recalculate(
    calendars: RoomCalendars,
    tree: readonly CalendarPlan[],
    dates: readonly CalendarDate[],
    kept: KeptDates = new Map(),
  ): void {
    for (const plan of tree.slice(1)) {
      const keptDates = kept.get(plan.id);
      const own = keptDates ? dates.filter((date) => !keptDates.has(date)) : dates;
      this.recalculatePlan(calendars, plan, own);
    }
  }

  /** Recalculates one derived plan in the same way. */
  recalculatePlan(calendars: RoomCalendars, plan: CalendarPlan, dates: readonly CalendarDate[]): void {
    const { calendar, parent, parentRow } = withParent(calendars, plan);
    const derive = ruleOf(plan);
    for (const date of dates) {
      const day = parent.dayOf(date);
      const parentPrice = parentRow[day] ?? NO_RECORD;
      if (parentPrice === NO_RECORD) continue;
      const price = parentPrice === NOT_SET ? NOT_SET : derive(parentPrice);
      if (price >= LIMIT) throw new BadRequestException(limitMessage(plan, date));
      calendar.setPriceAt(plan.id, calendar === parent ? day : calendar.dayOf(date), price);
    }
  }

  /**
   * Sets the price of derived cells that have a record without a price, down the whole chain, if their parent
   * has a price.
   * It creates no record, and changes no price that is set.
   * @param tree plans, each after its parent
   * @throws BadRequestException if a derived price is too large to store
   */
  fillUnset(calendars: RoomCalendars, tree: readonly CalendarPlan[], dates: readonly CalendarDate[]): void {
    for (const plan of tree) {
      if (!plan.derivation || !plan.derivedFromId) continue;
      const calendar = calendars.get(plan.roomId);
      if (!calendar.knowsPrices) continue;
      const row = calendar.rowOf(plan.id);
      const unset = dates.filter((date) => row[calendar.dayOf(date)] === NOT_SET);
      if (unset.length > 0) this.recalculatePlan(calendars, plan, unset);
    }
  }
}

/** Returns the calendar of a derived plan, and the calendar and the prices of its parent. */
function withParent(calendars: RoomCalendars, plan: CalendarPlan) {
  const parentPlan = plan.derivedFromId && calendars.plan(plan.derivedFromId);
  if (!parentPlan) throw new Error(`The parent of rate plan ${plan.id} was not loaded`);
  const parent = calendars.get(parentPlan.roomId);
  return { calendar: calendars.get(plan.roomId), parent, parentRow: parent.rowOf(parentPlan.id) };
}

/** Returns the refusal of a price that is too large to store. */
export function limitMessage({ id }: Pick<CalendarPlan, 'id'>, date: CalendarDate): string {
  return `The price derived for rate plan ${id} on ${date} would reach 10000000000`;
}
