import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { JournalEntry } from './journal-entry.entity';
import type { CallResult, Exclusion, PushRecords, PushPayload, Verdict } from './journaled-call';

/** The columns of an entry with the records of its call. */
type KeptRecords = Pick<JournalEntry, 'outcome' | 'dates' | 'numbers' | 'verdicts'>;

/** Converts the records of a push for the journal. */
export function receivedOf<T>(
  records: { date: CalendarDate; value: T }[],
  exclusions: PushRecords['exclusions'],
  write: (value: T) => string,
): PushRecords {
  return {
    dates: records.map(({ date }) => date),
    numbers: records.map(({ value }) => write(value)),
    exclusions,
  };
}

/** Returns the same records with those of some dates marked as excluded. */
export function markExcluded(
  received: PushRecords,
  dates: ReadonlySet<CalendarDate>,
  exclusion: Exclusion,
): PushRecords {
  if (dates.size === 0) return received;
  const { exclusions, ...records } = received;
  const isExcluded = (index: number) => dates.has(records.dates[index] as CalendarDate);
  return {
    ...records,
    exclusions: exclusions.map((earlier, index) => earlier ?? (isExcluded(index) ? exclusion : null)),
  };
}

/** Formats the numbers for PostgreSQL. The driver would quote each of thousands. */
export function numbersOf(sent: Pick<PushPayload, 'numbers'> | undefined): string | null {
  return sent && sent.numbers.length > 0
    ? `{${sent.numbers.map((number) => number ?? 'NULL').join()}}`
    : null;
}

/** The journal stores a verdict as one letter, so thousands of records cost a few hundred bytes. */
export const LETTERS: Record<Verdict, string> = {
  applied: 'a',
  unchanged: 'u',
  skipped: 's',
  held: 'h',
  late: 'l',
  superseded: 'x',
};
const VERDICT_OF = new Map(Object.entries(LETTERS).map(([verdict, letter]) => [letter, verdict as Verdict]));
export const VERDICTS = [...VERDICT_OF.values()];

/** Returns one letter per record of a push, in upper case if the date is overbooked. */
export function verdictLetters({ outcome, received, changed, overbooked }: CallResult): string {
  if (!received) return '';
  // The room or the rate plan is missing, so no record was applied.
  if (outcome !== 'applied') return LETTERS.skipped.repeat(received.dates.length);
  return received.dates
    .map((date, index) => {
      const letter = LETTERS[received.exclusions[index] ?? (changed?.has(date) ? 'applied' : 'unchanged')];
      const isOverbooked = !received.exclusions[index] && overbooked?.has(date);
      return isOverbooked ? letter.toUpperCase() : letter;
    })
    .join('');
}

/** Restores the result of a call from its entry. */
export function resultOf({ outcome, dates, numbers, verdicts }: KeptRecords): CallResult {
  if (!dates || !numbers || !verdicts) return { outcome };
  const records = Array.from(verdicts, (letter, index) => ({
    ...readVerdict(letter),
    date: dates[index] as CalendarDate,
  }));
  const exclusions = records.map(({ verdict }) =>
    verdict === 'applied' || verdict === 'unchanged' ? null : verdict,
  );
  const datesOf = (are: typeof records) => new Set(are.map(({ date }) => date));
  return {
    outcome,
    received: { dates, numbers, exclusions },
    changed: datesOf(records.filter(({ verdict }) => verdict === 'applied')),
    overbooked: datesOf(records.filter(({ overbooked }) => overbooked)),
  };
}

/** The number of records of a push, in total and by verdict. */
export type RecordCounts = Record<Verdict | 'received', number>;

/** @returns undefined if there were no records */
export function countRecords(result: CallResult): RecordCounts | undefined {
  return result.received && countLetters(verdictLetters(result));
}

/** Counts the letters of verdicts. A message may have hundreds of thousands of them. */
export function countLetters(letters: string): RecordCounts {
  const byCode = new Uint32Array(128);
  for (let index = 0; index < letters.length; index++) {
    const code = letters.charCodeAt(index);
    byCode[code] = (byCode[code] ?? 0) + 1;
  }
  const countOf = (letter: string) => byCode[letter.charCodeAt(0)] ?? 0;
  const counts = VERDICTS.map((verdict) => {
    const letter = LETTERS[verdict];
    return [verdict, countOf(letter) + countOf(letter.toUpperCase())];
  });
  return { received: letters.length, ...Object.fromEntries(counts) } as RecordCounts;
}

export function readVerdict(letter: string): { verdict: Verdict; overbooked: boolean } {
  const verdict = VERDICT_OF.get(letter.toLowerCase());
  if (!verdict) throw new Error(`Not a verdict: ${letter}`);
  return { verdict, overbooked: letter !== letter.toLowerCase() };
}
