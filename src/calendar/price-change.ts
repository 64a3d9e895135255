import type { CalendarDate } from '../platform/dates/calendar-date';
import type { CellPrice } from './cell';

/** The old and the new value of a price that a call changes. */
export interface PriceChange {
  from: CellPrice;
  to: CellPrice;
}

/**
 * Finds the largest change that new prices make, by its factor: half the price is as large a change as twice the price.
 * A price that was not set, or 0, has no factor.
 * @returns undefined if no price changes
 */
export function largestChange(
  records: readonly { date: CalendarDate; value: CellPrice }[],
  priceBefore: (date: CalendarDate) => CellPrice,
): PriceChange | undefined {
  let largest: PriceChange | undefined;
  let factor = 1;
  for (const { date, value: to } of records) {
    const from = priceBefore(date);
    if (from <= 0 || factorOf(from, to) <= factor) continue;
    largest = { from, to };
    factor = factorOf(from, to);
  }
  return largest;
}

export function largerChange(
  one: PriceChange | undefined,
  other: PriceChange | undefined,
): PriceChange | undefined {
  if (!one || !other) return one ?? other;
  return factorOf(one.from, one.to) >= factorOf(other.from, other.to) ? one : other;
}

/** Returns a factor of at least 1. A price of 0 counts as the smallest price that can be stored. */
function factorOf(from: CellPrice, to: CellPrice): number {
  return to >= from ? to / from : from / Math.max(to, 1);
}
