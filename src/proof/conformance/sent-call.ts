import type { CalendarField } from '../../calendar/calendar-field';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { Outcome, Verdict } from '../../push/journal/journaled-call';
import type { PushKind, PushOperation } from '../../push/operations';

/** A call of a sandbox, from the journal. */
export interface SentCall {
  requestId: string;
  receivedAt: Date;
  durationMs: number;
  operation: PushOperation;
  sets: PushKind;
  roomId: RoomId | null;
  ratePlanId: RatePlanId | null;
  outcome: Outcome;
  problem: string;
  /** The beginning of the body. */
  body: string;
  records: SentRecord[];
  /** The numbers of a room edit. */
  numbers: (string | null)[];
  repeatOf: string | null;
  notes: string[];
}

export interface SentRecord {
  date: CalendarDate;
  value: number;
  /** The value that it sets, and its plan; undefined if all records of the call set the same. */
  field: CalendarField | undefined;
  ratePlanId: RatePlanId | undefined;
  verdict: Verdict;
}

/** The time in which the same call counts as a repeat. */
const REPEAT_MS = 60_000;

export function has(call: SentCall, date: CalendarDate, value?: number): boolean {
  return effective(call).some(
    (record) => record.date === date && (value === undefined || record.value === value),
  );
}

/** Whether a room edit has set all four numbers. */
export function hasAllNumbers({ outcome, numbers }: SentCall): boolean {
  return outcome === 'applied' && numbers.length === 4 && numbers.every((number) => number !== null);
}

/** Returns the records that set their value or found it set already. */
export function effective({ records }: SentCall): SentRecord[] {
  return records.filter(({ verdict }) => verdict === 'applied' || verdict === 'unchanged');
}

export function names({ records }: SentCall, date: CalendarDate): boolean {
  return records.some((record) => record.date === date);
}

/** Whether a call has the content of an earlier one. */
export function isSame(one: SentCall, other: SentCall): boolean {
  return (
    one.sets === other.sets &&
    one.roomId === other.roomId &&
    one.ratePlanId === other.ratePlanId &&
    one.body === other.body
  );
}

/**
 * Returns the attempts after the last one that the sender made twice within a minute. Only these count, so that a sender
 * can try again after a mistake.
 * @param isAgain whether two calls have the same content
 */
export function afterRepeats(
  attempts: readonly SentCall[],
  calls: readonly SentCall[],
  isAgain: (one: SentCall, other: SentCall) => boolean,
): readonly SentCall[] {
  const isTwice = (call: SentCall) =>
    calls.some(
      (other) =>
        other.requestId !== call.requestId &&
        Math.abs(millisecondsBetween(call, other)) <= REPEAT_MS &&
        isAgain(call, other),
    );
  return attempts.slice(attempts.findLastIndex(isTwice) + 1);
}

export function millisecondsBetween(one: SentCall, other: SentCall): number {
  return other.receivedAt.getTime() - one.receivedAt.getTime();
}
