import { formatNumber } from '../../calendar/derivation/money';
import type { CellPrice } from '../../calendar/cell';
import type { RoomCalendars } from '../../calendar/room-calendars';
import type { RatePlanId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { PlanEffect } from './plans-change.dto';

type Effect = Pick<PlanEffect, 'prices' | 'restrictions' | 'largest'>;

/** Counts how a plan's prices and restrictions in memory differ from the stored ones. */
class EffectCount {
  private prices = 0;
  private restrictions = 0;
  private largest: { date: CalendarDate; from: CellPrice; to: CellPrice; size: number } | undefined;

  addPrice(date: CalendarDate, to: CellPrice, from: CellPrice): void {
    // A new record without a price does not count as a changed price.
    if (to < 0 && from < 0) return;
    this.prices++;
    if (to < 0 || from <= 0) return;
    const size = Math.abs(to - from) / from;
    if (!this.largest || size > this.largest.size) this.largest = { date, from, to, size };
  }

  addRestriction(): void {
    this.restrictions++;
  }

  get effect(): Effect {
    const { prices, restrictions, largest } = this;
    const written = largest && {
      date: largest.date,
      from: formatNumber(largest.from),
      to: formatNumber(largest.to),
    };
    return { prices, restrictions, largest: written ?? null };
  }
}

/** Returns the differences between calendars in memory and the stored ones, for each plan that differs. */
export function effectsOf(calendars: RoomCalendars): Map<RatePlanId, Effect> {
  const counts = new Map<RatePlanId, EffectCount>();
  const countOf = (id: RatePlanId) => {
    const count = counts.get(id) ?? new EffectCount();
    counts.set(id, count);
    return count;
  };
  for (const calendar of calendars.all) {
    calendar.eachChangedPrice((id, date, price, stored) => countOf(id).addPrice(date, price, stored));
    for (const { ratePlanId } of calendar.differencesOfRestrictions()) countOf(ratePlanId).addRestriction();
  }
  return new Map([...counts].map(([id, { effect }]) => [id, effect]));
}
