import { formatNumber } from '../../calendar/derivation/money';
import { momentText } from '../../platform/dates/microseconds';
import type { RatePlanId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { JournalEntryView, JournalSpan, LargestChange } from '../journal/journal.dto';
import { MAX_RECORDS, recordsOf, spanOf } from '../journal/journal-records';
import type { CallResult, JournaledCall } from '../journal/journaled-call';
import type { MessageOfEntry } from '../journal/new-entry';
import { bodyOf, newEntry } from '../journal/new-entry';
import { receivedAt } from '../journal/request-id';
import { dialectOf } from '../operations';

/**
 * Returns the entry that a call would have in the journal. Nothing about it is stored.
 * @param maxRecords the maximum number of listed records
 */
export function dryRunEntry(
  call: JournaledCall,
  result: CallResult,
  message?: MessageOfEntry,
  maxRecords = MAX_RECORDS,
): JournalEntryView {
  const entry = newEntry(call, result, [], message);
  const { dates, numbers, ratePlanIds, fields } = recordsToList(result, message);
  return {
    requestId: call.id,
    receivedAt: receivedAt(call.id).toISOString(),
    appliedAt: result.appliedAt ?? momentText(receivedAt(call.id).getTime() * 1_000),
    operation: call.operation,
    roomId: call.roomId,
    ratePlanId: call.ratePlanId,
    token: call.token?.name ?? null,
    tokenId: call.token?.id ?? null,
    traceparent: call.traceparent ?? null,
    outcome: entry.outcome,
    received: entry.received,
    applied: entry.applied,
    unchanged: entry.unchanged,
    skipped: entry.skipped,
    held: entry.held,
    late: entry.late,
    durationMs: Date.now() - receivedAt(call.id).getTime(),
    changes: result.changes ?? null,
    problem: result.problem ?? null,
    largestChange: largestChangeOf(result),
    repeatOf: null,
    undoes: null,
    undoneBy: [],
    callId: message?.callId ?? null,
    dialect: dialectOf(call.operation),
    notes: entry.notes ?? null,
    moreRecords: Math.max(0, entry.received - maxRecords),
    span: spanOfRecords(call, { dates, numbers, fields }),
    records: recordsOf({
      operation: call.operation,
      dates,
      numbers,
      ratePlanIds,
      fields,
      verdicts: entry.verdicts?.slice(0, maxRecords) ?? null,
    }),
    body: bodyOf(call, result)?.toString('utf8') ?? null,
  };
}

function largestChangeOf({ largestChange }: CallResult): LargestChange | null {
  if (!largestChange) return null;
  return { from: formatNumber(largestChange.from), to: formatNumber(largestChange.to) };
}

/** The records of a call, one list per field. */
interface RecordLists {
  dates: CalendarDate[] | null;
  numbers: string[] | null;
  /** Null for calls that are not messages. */
  ratePlanIds: (RatePlanId | null)[] | null;
  fields: string | null;
}

function recordsToList({ received }: CallResult, message: MessageOfEntry | undefined): RecordLists {
  if (!message)
    return {
      dates: received?.dates ?? null,
      numbers: received?.numbers ?? null,
      ratePlanIds: null,
      fields: null,
    };
  const { dates = '{}', numbers = '{}', ratePlanIds = '{}', fields = '' } = message.records ?? {};
  return {
    dates: elementsOf(dates) as CalendarDate[],
    numbers: elementsOf(numbers),
    ratePlanIds: elementsOf(ratePlanIds).map((id) => (id === 'NULL' ? null : (id as RatePlanId))),
    fields,
  };
}

/** The elements of PostgreSQL's text of a list. */
function elementsOf(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}

function spanOfRecords(
  { operation }: JournaledCall,
  { dates, numbers, fields: letters }: Pick<RecordLists, 'dates' | 'numbers' | 'fields'>,
): JournalSpan | null {
  const [firstDate] = dates ?? [];
  if (!dates || firstDate === undefined) return null;
  let [from, to] = [firstDate, firstDate];
  for (const date of dates) {
    if (date < from) from = date;
    if (date > to) to = date;
  }
  const fields = new Set(letters);
  const [letter = null] = fields;
  if (fields.size > 1) return spanOf(operation, { from, to, lowest: null, highest: null, letter: null });
  let [lowest = null] = numbers ?? [];
  let highest = lowest;
  for (const number of numbers ?? []) {
    if (Number(number) < Number(lowest)) lowest = number;
    if (Number(number) > Number(highest)) highest = number;
  }
  return spanOf(operation, { from, to, lowest, highest, letter });
}
