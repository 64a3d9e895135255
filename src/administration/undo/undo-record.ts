import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';

/** What becomes of a cell or a field that was pushed. */
export type UndoVerdict = 'restored' | 'changedSince' | 'unknown';

/** How many cells and fields there are of each verdict. */
export interface UndoCounts {
  restored: number;
  changedSince: number;
  unknown: number;
  /** The pushes had found them as they are. */
  unchanged: number;
  /** Derived prices that follow; they are among no other count. */
  derived: number;
}

/** A cell or a field that was pushed: what there is, and what it becomes. */
export interface UndoRecord {
  roomId: RoomId;
  /** Null of rooms left, and of a field. */
  ratePlanId: RatePlanId | null;
  date?: CalendarDate;
  field?: string;
  from: string | number | null;
  to: string | number | null;
  verdict: UndoVerdict;
}
