import type { HeldPrice } from '../api-types';

/** The held prices of a plan in a range of dates, both ends included. */
export interface HeldRange {
  ratePlanId: string;
  from: string;
  to: string;
}

/** Returns ranges that contain the selected prices and no other held price. */
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
