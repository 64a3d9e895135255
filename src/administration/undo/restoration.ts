import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarField } from '../../calendar/calendar-field';
import type { CellPast } from './cell-past';
import { isAsItWasLeft } from './cell-past';
import type { PushedCell } from './pushed-cells.repository';
import type { UndoVerdict } from './undo-record';

/** The outcome for a cell. */
export type CellVerdict = UndoVerdict | 'unchanged';

/** A cell and its value after the undo, which equals the present one if the cell is left unchanged. */
export interface Restoration {
  roomId: RoomId;
  /** Null for a value of the room. */
  ratePlanId: RatePlanId | null;
  field: CalendarField;
  date: CalendarDate;
  from: number | null;
  to: number | null;
  /** Null for a derived value that follows its parent. */
  verdict: CellVerdict | null;
}

/**
 * Decides the outcome for a pushed cell by its later changes.
 * @param past undefined if its room or its plan was deleted
 * @param began the beginning of the plan, in microseconds: an earlier plan may have had the same id
 */
export function verdictOf(
  past: CellPast | undefined,
  { lastApplied, isOld, lastPushed, isOfEarlierRoom }: PushedCell,
  began: number | null = null,
): CellVerdict {
  if (past && isOld && past.lastOther === null) return 'unknown';
  const isApplied = lastApplied !== null;
  if (!past || isOfEarlierRoom || lastPushed < (began ?? 0)) return isApplied ? 'changedSince' : 'unchanged';
  if (past.firstUndone === null) {
    // A message may set a cell, and set it back by a push to a plan above. The message has then changed nothing.
    const isChanged = past.lastUndone !== null || (isApplied && (past.lastOther ?? 0) > lastApplied);
    return isChanged ? 'changedSince' : 'unchanged';
  }
  if (!isAsItWasLeft(past)) return 'changedSince';
  // The undone pushes may have cancelled each other out.
  return past.before === past.value ? 'unchanged' : 'restored';
}

/** Decides the values of a room; a date that had no record keeps its new one, with no rooms. */
export function restoreRoom(pushed: PushedCell[], pasts: Map<CalendarDate, CellPast>): Restoration[] {
  return pushed.map((cell) => {
    const past = pasts.get(cell.date);
    const verdict = verdictOf(past, cell);
    const from = past?.value ?? null;
    return { ...cell, from, to: verdict === 'restored' ? (past?.before ?? null) : from, verdict };
  });
}
