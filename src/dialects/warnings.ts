import type { AppliedMessage } from './message';
import type { RecordCounts } from '../push/journal/verdicts';

/** The reasons why values were not applied as they were sent. */
const KINDS = [
  ['held', 'Held until a person decides, because the prices are outside of the limits of their rate plans'],
  ['skipped', 'Skipped, because the dates are outside of the update window'],
  ['late', 'Not applied, because a later message has set the dates'],
] as const satisfies (readonly [keyof RecordCounts, string])[];

/** Returns a sentence for each kind of values that were not applied as the message sent them. */
export function warningsOf({ ignored, records }: AppliedMessage): string[] {
  const counted = KINDS.flatMap(([verdict, words]) => {
    const count = records?.[verdict] ?? 0;
    return count > 0 ? `${words}: ${count}` : [];
  });
  return [...ignored, ...counted];
}
