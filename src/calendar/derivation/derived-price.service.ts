import { BadRequestException, Injectable } from '@nestjs/common';
import type { RatePlanId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { CalendarPlan } from '../calendar-plan';
import { ruleOf } from '../calendar-plan';
import { NO_RECORD, NOT_SET } from '../room-calendar';
import type { RoomCalendars } from '../room-calendars';

/** A price from here on cannot be stored: 10^10 of its currency, in 1/10,000. */
export const PRICE_LIMIT = 1e14;

/** Dates of plans that keep their prices. */
export type KeptDates = ReadonlyMap<RatePlanId, ReadonlySet<CalendarDate>>;

/**
 * Calculates the prices of derived plans. It works on calendars in memory: a transaction that has locked their rooms has
 * loaded them, and saves what differs.
 */
@Injectable()
export class DerivedPriceService {
  /**
   * Recalculates every plan below the tree's first one from its parent's price. Missing records are created. Where the
   * parent has no record, nothing changes; where its price is not set, neither is the derived one.
   * @param tree a parent before what derives from it
   * @param kept cells that keep their prices; what derives from them follows these prices
   * @throws BadRequestException where a derived price would be above what can be stored
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

  /** Recalculates one derived plan, as `recalculate`. */
  recalculatePlan(calendars: RoomCalendars, plan: CalendarPlan, dates: readonly CalendarDate[]): void {
    const { calendar, parent, parentRow } = placeOf(calendars, plan);
    const derive = ruleOf(plan);
    for (const date of dates) {
      const parentPrice = parentRow[parent.dayOf(date)] ?? NO_RECORD;
      if (parentPrice === NO_RECORD) continue;
      const price = parentPrice === NOT_SET ? NOT_SET : derive(parentPrice);
      if (price >= PRICE_LIMIT) throw new BadRequestException(limitMessage(plan, date));
      calendar.setPriceAt(plan.id, calendar.dayOf(date), price);
    }
  }

  /**
   * Gives cells of derived plans whose price is not set their derived price, where the parent has one, down the whole
   * chain. No record is created, and no price that is set changes.
   * @param tree a parent before what derives from it
   * @throws BadRequestException where a derived price would be above what can be stored
   */
  fillUnset(calendars: RoomCalendars, tree: readonly CalendarPlan[], dates: readonly CalendarDate[]): void {
    for (const plan of tree) {
      if (!plan.derivation || !plan.derivedFromId) continue;
      const row = calendars.get(plan.roomId).rowOf(plan.id);
      const calendar = calendars.get(plan.roomId);
      const unset = dates.filter((date) => row[calendar.dayOf(date)] === NOT_SET);
      if (unset.length > 0) this.recalculatePlan(calendars, plan, unset);
    }
  }
}

function placeOf(calendars: RoomCalendars, plan: CalendarPlan) {
  const parentPlan = plan.derivedFromId && calendars.plan(plan.derivedFromId);
  if (!parentPlan) throw new Error(`The parent of rate plan ${plan.id} was not loaded`);
  const parent = calendars.get(parentPlan.roomId);
  return { calendar: calendars.get(plan.roomId), parent, parentRow: parent.rowOf(parentPlan.id) };
}

/** Why a price is refused that the database could not hold. */
export function limitMessage({ id }: Pick<CalendarPlan, 'id'>, date: CalendarDate): string {
  return `The price derived for rate plan ${id} on ${date} would reach 10000000000`;
}
