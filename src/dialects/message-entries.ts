import type { CalendarRequest } from '../calendar/calendar-loader';
import type { RoomId } from '../platform/database/id';
import type { CallResult, JournaledCall } from '../push/journal/journaled-call';
import type { MessageOfEntry } from '../push/journal/new-entry';
import type { RecordCounts } from '../push/journal/verdicts';
import { countLetters } from '../push/journal/verdicts';
import type { DateSpread } from './date-spread';
import type { MessageToApply } from './message';
import type { MessageRecords } from './message-records';
import type { MessageDecision } from './message-rules.service';

/** A message, and the parts of calendars that it needs. */
export interface LocatedMessage {
  work: MessageToApply;
  requests: CalendarRequest[];
  /** The expanded ranges of all messages in its transaction. */
  spread: DateSpread;
}

/** A message whose rooms and plans were found. */
export interface CheckedMessage extends LocatedMessage {
  records: MessageRecords;
  entryIds: Map<RoomId, string>;
}

/** The journal entry of one room of a message, before it is written. */
export interface MessageEntry {
  call: JournaledCall;
  result: CallResult;
  message: MessageOfEntry;
}

/** Returns the entries of all rooms. A message without parts has one entry without a room. */
export function entriesOf(
  { work: { message, call, digest, repeatOf }, records, entryIds }: CheckedMessage,
  { notices, largestChanges }: MessageDecision,
  appliedAt: string,
): MessageEntry[] {
  const shared = { callId: call.id, digest: digest ?? undefined, notes: records.notes };
  if (message.parts.length === 0) {
    const ofCall = { ...call, roomId: null, ratePlanId: null };
    const result = { outcome: 'emptyList', repeatOf } as const;
    return [{ call: ofCall, result, message: { ...shared, records: undefined } }];
  }
  return records.roomIds.map((roomId) => {
    const ofRoom = records.rooms.get(roomId);
    if (!ofRoom) throw new Error(`Room ${roomId} has no records`);
    return {
      call: { ...call, id: entryIds.get(roomId) ?? call.id, roomId, ratePlanId: null },
      result: {
        outcome: 'applied',
        appliedAt,
        notice: notices.get(roomId),
        repeatOf,
        largestChange: largestChanges.get(roomId),
      },
      message: { ...shared, records: ofRoom.toTexts() },
    };
  });
}

/** @returns the number of records, in total and by verdict; undefined if there were none */
export function countOf(entries: readonly MessageEntry[]): RecordCounts | undefined {
  let counts: RecordCounts | undefined;
  for (const { message } of entries)
    if (message.records) counts = sum(counts, countLetters(message.records.letters));
  return counts;
}

function sum(one: RecordCounts | undefined, other: RecordCounts): RecordCounts {
  if (!one) return other;
  const names = Object.keys(one) as (keyof RecordCounts)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as RecordCounts;
}
