import type { Api } from '../api';
import type { HoldReason } from '../api-types';
import type { HeldRange } from './ranges';

export type Decision = 'release' | 'discard';

export const REASONS: Record<HoldReason, string> = {
  belowMinimum: 'below the minimum',
  aboveMaximum: 'above the maximum',
  decrease: 'falls by too much',
  increase: 'rises by too much',
};

/** Releases or discards the held prices of some ranges. @returns the number of prices */
export async function decideRanges(api: Api, decision: Decision, ranges: HeldRange[]): Promise<number> {
  let count = 0;
  for (const range of ranges) {
    count += (await api.post<{ records: number }>(`heldPrices/${decision}`, range)).records;
  }
  return count;
}
