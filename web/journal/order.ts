import type { JournalEntry } from '../api-types';

/** Sorts entries by their largest change of a price. Those without one come last, newest first. */
export function byLargestChange(entries: JournalEntry[]): JournalEntry[] {
  return entries.toSorted((one, other) => sizeOf(other) - sizeOf(one));
}

/** Returns how large a change is, by its factor: half the price is as large a change as twice the price. */
export function factorOf(from: string | null, to: string | null): number {
  if (from === null || to === null || Number(from) === 0) return 0;
  return Math.abs(Math.log((Number(to) + 0.0001) / Number(from)));
}

function sizeOf({ largestChange }: JournalEntry): number {
  return largestChange ? factorOf(largestChange.from, largestChange.to) : -1;
}

/** Whether a change of a price counts as large. */
export function isLargeChange({ from, to }: { from: string; to: string }, percent: number): boolean {
  return Math.abs(Number(to) - Number(from)) > (percent / 100) * Number(from);
}
