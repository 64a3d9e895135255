import type { CalendarField } from '../../calendar/calendar-field';
import { fieldOf, isFlagField } from '../../calendar/calendar-field';
import type { Operation } from '../operations';
import { fieldSetBy } from '../operations';
import type { JournalEntry } from './journal-entry.entity';
import type { JournalRecord, JournalSpan } from './journal.dto';
import type { Span } from './journal.repository';
import { readVerdict } from './verdicts';

/** The records of a message that an answer lists: about 4 MiB. */
export const MAX_RECORDS = 25_000;

/** The records of an entry, one array per field. */
type StoredRecords = Pick<
  JournalEntry,
  'operation' | 'dates' | 'numbers' | 'ratePlanIds' | 'fields' | 'verdicts'
>;

/** Returns the records of an entry for people, in the order of the call. */
export function recordsOf({
  operation,
  dates,
  numbers,
  ratePlanIds,
  fields,
  verdicts,
}: StoredRecords): JournalRecord[] {
  return Array.from(verdicts ?? '', (letter, index) => {
    const field = fields ? fieldOf(fields[index] ?? '') : fieldSetBy(operation);
    return {
      date: dates?.[index] ?? '',
      value: valueText(field, numbers?.[index] ?? null),
      ...(ratePlanIds && { ratePlanId: ratePlanIds[index] ?? null }),
      ...(fields && { field }),
      ...readVerdict(letter),
    };
  });
}

/** Names the value that a span is about, and gives its ends as the records give values. */
export function spanOf(operation: Operation, span: Span | undefined): JournalSpan | null {
  if (!span) return null;
  const { letter, lowest, highest, ...dates } = span;
  if (lowest === null || highest === null) return { ...dates, field: null, lowest: null, highest: null };
  const field = letter === null ? fieldSetBy(operation) : fieldOf(letter);
  return { ...dates, field, lowest: valueText(field, lowest), highest: valueText(field, highest) };
}

/** The journal stores flags as numbers. */
export function valueText(field: CalendarField, value: string | null): string | null {
  return value !== null && isFlagField(field) ? String(value === '1') : value;
}
