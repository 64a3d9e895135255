import type { CalendarDate } from '../dates/calendar-date';
import type { CallResult, ReceivedRecords, Verdict } from './journaled-call';

/** Takes a push apart for the journal. */
export function receivedOf<T>(
  records: { date: CalendarDate; value: T }[],
  exclusions: ReceivedRecords['exclusions'],
  write: (value: T) => string,
): ReceivedRecords {
  return {
    dates: records.map(({ date }) => date),
    numbers: records.map(({ value }) => write(value)),
    exclusions,
  };
}

/** A verdict is one letter in the journal: thousands of records then cost a few hundred bytes. */
const LETTERS: Record<Verdict, string> = { applied: 'a', unchanged: 'u', skipped: 's', superseded: 'x' };
const VERDICTS = new Map(Object.entries(LETTERS).map(([verdict, letter]) => [letter, verdict as Verdict]));

/** The verdicts of a push as the journal keeps them: a letter a record, a capital one where it was overbooked. */
export function verdictLetters({ outcome, received, changed, overbooked }: CallResult): string {
  if (!received) return '';
  // A missing room or rate plan: nothing of the push was to be applied.
  if (outcome !== 'applied') return LETTERS.skipped.repeat(received.dates.length);
  return received.dates
    .map((date, index) => {
      const letter = LETTERS[received.exclusions[index] ?? (changed?.has(date) ? 'applied' : 'unchanged')];
      const isOverbooked = !received.exclusions[index] && overbooked?.has(date);
      return isOverbooked ? letter.toUpperCase() : letter;
    })
    .join('');
}

export function readVerdict(letter: string): { verdict: Verdict; overbooked: boolean } {
  const verdict = VERDICTS.get(letter.toLowerCase());
  if (!verdict) throw new Error(`Not a verdict: ${letter}`);
  return { verdict, overbooked: letter !== letter.toLowerCase() };
}
