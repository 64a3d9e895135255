import type { HeldPrice } from '../api-types';

/** The held prices of a plan within two dates, both included. */
export interface HeldRange {
  ratePlanId: string;
  from: string;
  to: string;
}

/** Ranges that hold the selected prices, and of all that are held no other. */
export function rangesOf(selected: HeldPrice[], all: HeldPrice[]): HeldRange[] {
  const wanted = new Set(selected);
  const sorted = all.toSorted((a, b) => orderOf(a.ratePlanId, b.ratePlanId) || orderOf(a.date, b.date));
  const ranges: HeldRange[] = [];
  let open: HeldRange | undefined;
  for (const held of sorted) {
    if (!wanted.has(held)) {
      open = undefined;
    } else if (open?.ratePlanId === held.ratePlanId) {
      open.to = held.date;
    } else {
      open = { ratePlanId: held.ratePlanId, from: held.date, to: held.date };
      ranges.push(open);
    }
  }
  return ranges;
}

function orderOf(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
