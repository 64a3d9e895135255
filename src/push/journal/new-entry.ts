import type { RoomChange } from '../../calendar/room-calendar';
import { changedRoomsOf } from './changed-rooms';
import type { CallResult, JournaledCall } from './journaled-call';
import { receivedAt } from './request-id';
import { numbersOf, verdictLetters } from './verdicts';

/** A new entry: a row of the table, keyed by its columns. */
export type NewEntry = ReturnType<typeof newEntry>;

/**
 * Returns the entry of a call and of its changes in calendars.
 * Its arrays are in PostgreSQL's text format, which is shorter than JSON.
 */
export function newEntry(call: JournaledCall, result: CallResult, changes: readonly RoomChange[] = []) {
  const verdicts = verdictLetters(result);
  const count = (letter: RegExp) => verdicts.match(letter)?.length ?? 0;
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
    applied: count(/a/gi),
    unchanged: count(/u/gi),
    skipped: count(/s/gi),
    held: count(/h/gi),
    late: count(/l/gi) + (result.lateFields?.length ?? 0),
    dates: datesOf(result),
    numbers: numbersOf(result.received ?? result.payload),
    verdicts: result.received && verdicts,
    changes: result.changes,
    problem: result.problem,
    body: result.body && `\\x${result.body.toString('hex')}`,
    notice: result.notice,
    repeat_of: result.repeatOf,
    undoes: result.undoes,
    changed_rooms: changedRooms.length > 0 ? changedRooms : null,
  };
}

/**
 * Returns the dates of the records in their order; for a changed derivation, the first and the last
 * recalculated date.
 */
function datesOf({ received, recalculated }: CallResult): string | undefined {
  if (received) return `{${received.dates.join()}}`;
  return recalculated && `{${recalculated.from},${recalculated.to}}`;
}
