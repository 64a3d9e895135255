import type { CalendarDate } from '../../platform/dates/calendar-date';
import { formatNumber } from '../../calendar/derivation/money';
import type { Restoration } from './restoration';
import type { PlannedStep } from './step-planner';
import type { JournaledCell } from './undo-journal.repository';
import type { UndoCounts, UndoRecord } from './undo-record';

/** The journal's verdicts: a cell that is left unchanged was skipped. */
const JOURNALED = {
  restored: 'applied',
  unchanged: 'unchanged',
  changedSince: 'skipped',
  unknown: 'skipped',
} as const;

/** Counts the cells and fields of a step by their outcome. */
export function countsOf({ roomsLeft, prices, fields }: PlannedStep): UndoCounts {
  const counts: UndoCounts = { restored: 0, changedSince: 0, unknown: 0, unchanged: 0, derived: 0 };
  for (const { verdict, from, to } of [...roomsLeft, ...prices]) {
    if (verdict) counts[verdict]++;
    else if (from !== to) counts.derived++;
  }
  for (const { verdict } of fields) counts[verdict]++;
  return counts;
}

/** Returns the records of an answer, which leaves out derived prices and cells without anything to undo. */
export function recordsOf({ roomsLeft, prices, fields }: PlannedStep): UndoRecord[] {
  const cells = [...roomsLeft, ...prices].flatMap((cell) => {
    const { roomId, ratePlanId, date, from, to, verdict } = cell;
    if (verdict === null || verdict === 'unchanged') return [];
    return [{ roomId, ratePlanId, date, from: valueOf(cell, from), to: valueOf(cell, to), verdict }];
  });
  return [...cells, ...fields];
}

/**
 * Returns the records of the journal entry.
 * They include cells that the undone pushes found unchanged: derived prices may have followed them, and an
 * undo of this undo has to find those.
 */
export function journaledCells(
  { roomsLeft, prices }: PlannedStep,
  overbooked: CalendarDate[],
): JournaledCell[] {
  const areOverbooked = new Set(overbooked);
  return [...roomsLeft, ...prices].flatMap((cell) => {
    const { ratePlanId, date, to, verdict } = cell;
    if (verdict === null) return [];
    const isOverbooked = verdict === 'restored' && ratePlanId === null && areOverbooked.has(date);
    return [{ ratePlanId, date, value: textOf(cell, to), verdict: JOURNALED[verdict], isOverbooked }];
  });
}

/** Answers give rooms left as integers and prices as decimal text. */
function valueOf(cell: Restoration, value: number | null): number | string | null {
  return cell.ratePlanId === null ? value : textOf(cell, value);
}

/** The journal keeps both as text. */
function textOf({ ratePlanId }: Restoration, value: number | null): string | null {
  if (value === null) return null;
  return ratePlanId === null ? String(value) : formatNumber(value);
}
