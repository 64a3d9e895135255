import type { CalendarDate } from '../calendar/calendar-date';
import type { Result } from './push';

/** What became of a record. `superseded`: a later record of the same push is for the same date. */
export type Verdict = 'applied' | 'unchanged' | 'skipped' | 'superseded';

/** The records of a push as they came, side by side, and those among them that were never to be applied. */
export interface Received {
  dates: CalendarDate[];
  /** Decimal text. */
  numbers: string[];
  passedOver: ('skipped' | 'superseded' | null)[];
}

/** Takes a push apart for the journal. */
export function receivedOf<T>(
  records: { date: CalendarDate; value: T }[],
  passedOver: Received['passedOver'],
  write: (value: T) => string,
): Received {
  return {
    dates: records.map(({ date }) => date),
    numbers: records.map(({ value }) => write(value)),
    passedOver,
  };
}

/** A verdict is one letter in the journal: thousands of records then cost a few hundred bytes. */
const LETTERS: Record<Verdict, string> = { applied: 'a', unchanged: 'u', skipped: 's', superseded: 'x' };
const VERDICTS = new Map(Object.entries(LETTERS).map(([verdict, letter]) => [letter, verdict as Verdict]));

/** The verdicts of a push as the journal keeps them: a letter a record, a capital one where it was overbooked. */
export function verdictLetters({ outcome, received, changed, overbooked }: Result): string {
  if (!received) return '';
  // A missing room or rate plan: nothing of the push was to be applied.
  if (outcome !== 'applied') return LETTERS.skipped.repeat(received.dates.length);
  return received.dates
    .map((date, index) => {
      const letter = LETTERS[received.passedOver[index] ?? (changed?.has(date) ? 'applied' : 'unchanged')];
      const isOverbooked = !received.passedOver[index] && overbooked?.has(date);
      return isOverbooked ? letter.toUpperCase() : letter;
    })
    .join('');
}

export function readVerdict(letter: string): { verdict: Verdict; overbooked: boolean } {
  const verdict = VERDICTS.get(letter.toLowerCase());
  if (!verdict) throw new Error(`Not a verdict: ${letter}`);
  return { verdict, overbooked: letter !== letter.toLowerCase() };
}
