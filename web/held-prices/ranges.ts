import type { HeldPrice } from '../api-types';
import { daysBetween } from '../dates';

/** A held price, and the reading of the list that found it. All prices of a reading are from one moment. */
export interface ReadHeldPrice extends HeldPrice {
  reading: number;
}

/** The prices of a plan that some pushes hold in a range of dates, both ends included. */
export interface HeldRange {
  ratePlanId: string;
  from: string;
  to: string;
  /** The request ids of the pushes. Prices that other pushes hold stay held. */
  heldBy: string[];
}

/** The maximum of the service. */
const MAX_DAYS = 750;

/**
 * Returns ranges for the selected prices. On the dates of a range, its pushes hold only selected prices, because a
 * reading shows all prices that a push holds, and a push holds no further prices later. A later reading may show a
 * newer push, which may also hold dates of the earlier reading. A range therefore never has prices of two readings.
 * @param all the selected prices and all others that were read with them
 */
export function rangesOf(selected: ReadHeldPrice[], all: ReadHeldPrice[]): HeldRange[] {
  const wanted = new Set(selected);
  const sorted = all.toSorted((a, b) => orderOf(a.ratePlanId, b.ratePlanId) || orderOf(a.date, b.date));
  const ranges: HeldRange[] = [];
  let last: ReadHeldPrice | undefined;
  for (const held of sorted) {
    const { ratePlanId, date, requestId, reading } = held;
    const open = last?.ratePlanId === ratePlanId && last.reading === reading ? ranges.at(-1) : undefined;
    last = wanted.has(held) ? held : undefined;
    if (!last) continue;
    if (open && daysBetween(open.from, date) < MAX_DAYS) {
      open.to = date;
      if (!open.heldBy.includes(requestId)) open.heldBy.push(requestId);
    } else {
      ranges.push({ ratePlanId, from: date, to: date, heldBy: [requestId] });
    }
  }
  return ranges;
}

function orderOf(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
