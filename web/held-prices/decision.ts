import type { HeldPricesDecided, HoldReason } from '../api-types';
import { formatCount } from '../format';

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
