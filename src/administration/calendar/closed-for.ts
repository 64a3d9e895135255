import type { ShownClosure } from './shown-closure.dto';

/** Returns why people have closed a rate plan on a date, alone or with its room; null if they have not. */
export function closedFor(closures: ShownClosure[], ratePlanId: string | null, date: string): string | null {
  const reasons = closures
    .filter((closure) => closure.ratePlanId === null || closure.ratePlanId === ratePlanId)
    .filter(({ from, to }) => from <= date && date <= to)
    .map(({ reason }) => reason);
  return reasons.length > 0 ? reasons.join('; ') : null;
}
