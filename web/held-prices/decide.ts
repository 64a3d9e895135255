import type { Api } from '../api';
import type { HeldPricesDecided, HoldReason } from '../api-types';
import { formatCount } from '../format';
import type { HeldRange } from './ranges';

export type Decision = 'release' | 'discard';

export const REASONS: Record<HoldReason, string> = {
  belowMinimum: 'below the minimum',
  aboveMaximum: 'above the maximum',
  decrease: 'falls by too much',
  increase: 'rises by too much',
};

const DONE: Record<Decision, string> = { release: 'released', discard: 'discarded' };

/** The number of prices that were decided on, and of those that stay held because they changed meanwhile. */
export type Decided = Pick<HeldPricesDecided, 'records' | 'changedSince'>;

/** Releases or discards the held prices of some ranges. */
export async function decideRanges(api: Api, decision: Decision, ranges: HeldRange[]): Promise<Decided> {
  const sum: Decided = { records: 0, changedSince: 0 };
  for (const range of ranges) {
    const { records, changedSince } = await api.post<HeldPricesDecided>(`heldPrices/${decision}`, range);
    sum.records += records;
    sum.changedSince += changedSince;
  }
  return sum;
}

/** Says what became of prices. @param wanted the number of prices that the person confirmed */
export function decidedInWords(
  decision: Decision,
  wanted: number,
  { records, changedSince }: Decided,
): string {
  const count =
    records === wanted ? formatCount(wanted) : `${formatCount(records)} of ${formatCount(wanted)}`;
  const done = `${count} ${wanted === 1 ? 'price was' : 'prices were'} ${DONE[decision]}.`;
  return changedSince === 0 ? done : `${done} ${changedInWords(changedSince)}`;
}

function changedInWords(count: number): string {
  return count === 1
    ? '1 price changed since you looked; it is still held.'
    : `${formatCount(count)} prices changed since you looked; they are still held.`;
}
