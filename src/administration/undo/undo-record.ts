import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';

/** The outcome for a pushed cell or field, or for a changed cell of a derived plan that follows no cell of the undo. */
export type UndoVerdict = 'restored' | 'changedSince' | 'unknown';

/**
 * The number of cells and fields by outcome, each once: pushed ones, and the changed cells of derived plans that follow no
 * cell of the undo at present, because their plan was detached or moved since.
 */
export interface UndoCounts {
  restored: number;
  changedSince: number;
  unknown: number;
  /** Cells that the pushes found unchanged. */
  unchanged: number;
  /** Cells of derived plans that change with the cells that they follow; no other count includes them. */
  derived: number;
}

/** A counted cell or field with its present value and its value after the undo. */
export interface UndoRecord {
  roomId: RoomId;
  /** Null for a value of the room. */
  ratePlanId: RatePlanId | null;
  date?: CalendarDate;
  /** A field of the room, a restriction, or `closed`. */
  field?: string;
  from: string | number | boolean | null;
  to: string | number | boolean | null;
  verdict: UndoVerdict;
}
