import { formatNumber } from '../../calendar/derivation/money';
import type { PriceChange } from '../../calendar/price-change';
import type { RoomChange } from '../../calendar/room-change';
import { changedRoomsOf } from './changed-rooms';
import type { CallResult, JournaledCall, RecordTexts } from './journaled-call';
import { receivedAt } from './request-id';
import { countLetters, numbersOf, verdictLetters } from './verdicts';

/** The part of an entry that only messages have. */
export interface MessageOfEntry {
  /** The request id of the message, which all its entries have. */
  callId: string;
  digest: Buffer | undefined;
  /** Undefined for a message without records. */
  records: RecordTexts | undefined;
  /** A sentence for each thing that the service has ignored. */
  notes: string[];
}

/** A new entry: a row of the table, keyed by its columns. */
export type NewEntry = ReturnType<typeof newEntry>;

/** The part of the body that the entry of a call of a sandbox keeps. */
const MAX_BODY_BYTES = 4_096;

/**
 * Returns the entry of a call and of its changes in calendars.
 * Its arrays are in PostgreSQL's text format, which is shorter than JSON.
 */
export function newEntry(
  call: JournaledCall,
  result: CallResult,
  changes: readonly RoomChange[] = [],
  message?: MessageOfEntry,
) {
  const records = message?.records ?? result.records;
  const verdicts = records?.letters ?? verdictLetters(result);
  const counts = countLetters(verdicts);
  const body = bodyOf(call, result);
  const changedRooms = changedRoomsOf(call, result, changes);
  return {
    id: call.id,
    received_at: receivedAt(call.id),
    applied_at: result.appliedAt,
    operation: call.operation,
    room_id: call.roomId,
    rate_plan_id: call.ratePlanId,
    token: call.token?.name,
    token_id: call.token?.id,
    traceparent: call.traceparent,
    outcome: result.outcome,
    received: verdicts.length,
    applied: counts.applied,
    unchanged: counts.unchanged,
    skipped: counts.skipped,
    held: counts.held,
    late: counts.late + (result.lateFields?.length ?? 0),
    dates: records?.dates ?? datesOf(result),
    numbers: records?.numbers ?? numbersOf(result.received ?? result.payload),
    rate_plan_ids: records?.ratePlanIds ?? (message && '{}'),
    fields: records?.fields ?? (message && ''),
    verdicts: records || result.received ? verdicts : undefined,
    changes: result.changes,
    largest_change: changeText(result.largestChange),
    problem: result.problem,
    body: body && bytesText(body),
    notice: result.notice,
    repeat_of: result.repeatOf,
    undoes: result.undoes,
    call_id: message?.callId ?? result.callId,
    message_digest: message?.digest && bytesText(message.digest),
    notes: message && message.notes.length > 0 ? message.notes : undefined,
    changed_rooms: changedRooms.length > 0 ? changedRooms : null,
  };
}

/** Returns the beginning of a body that the entry keeps: of a refused call, or of a call of a sandbox. */
export function bodyOf({ sandboxBody }: JournaledCall, { body }: CallResult): Buffer | undefined {
  return body ?? sandboxBody?.subarray(0, MAX_BODY_BYTES);
}

/**
 * Returns the dates of the records in their order; for a changed derivation or a closure, the first and the last
 * date.
 */
function datesOf({ received, recalculated, closed = recalculated }: CallResult): string | undefined {
  if (received) return `{${received.dates.join()}}`;
  return closed && `{${closed.from},${closed.to}}`;
}

/** Returns the old and the new price. */
function changeText(change: PriceChange | undefined): string | undefined {
  return change && `{${formatNumber(change.from)},${formatNumber(change.to)}}`;
}

function bytesText(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
