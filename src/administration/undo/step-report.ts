import type { CalendarField } from '../../calendar/calendar-field';
import { FIELD_LETTERS, isFlagField } from '../../calendar/calendar-field';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { formatNumber } from '../../calendar/derivation/money';
import type { RecordTexts } from '../../push/journal/journaled-call';
import { LETTERS } from '../../push/journal/verdicts';
import type { PlannedStep } from './step-planner';
import type { UndoCounts, UndoRecord } from './undo-record';

/** The journal's verdicts. A cell that stays unchanged counts as skipped. */
const JOURNALED = {
  restored: 'applied',
  unchanged: 'unchanged',
  changedSince: 'skipped',
  unknown: 'skipped',
} as const;

export function countsOf({ cells, fields }: PlannedStep): UndoCounts {
  const counts: UndoCounts = { restored: 0, changedSince: 0, unknown: 0, unchanged: 0, derived: 0 };
  for (const { verdict, from, to } of cells) {
    if (verdict) counts[verdict]++;
    else if (from !== to) counts.derived++;
  }
  for (const { verdict } of fields) counts[verdict]++;
  return counts;
}

/** Returns the records of an answer, which omits derived prices and cells without anything to undo. */
export function recordsOf({ cells, fields }: PlannedStep): UndoRecord[] {
  const records = cells.flatMap((cell) => {
    const { roomId, ratePlanId, field, date, from, to, verdict } = cell;
    if (verdict === null || verdict === 'unchanged') return [];
    const values = { from: valueOf(field, from), to: valueOf(field, to) };
    return [{ roomId, ratePlanId, date, ...(isNamed(field) && { field }), ...values, verdict }];
  });
  return [...records, ...fields];
}

/**
 * Returns the records of the journal entry. They include cells that the undone pushes found unchanged: derived prices
 * may have followed them, and an undo of this undo has to find these prices.
 */
export function recordTextsOf(
  { cells }: Pick<PlannedStep, 'cells'>,
  overbooked: readonly CalendarDate[],
): RecordTexts {
  const areOverbooked = new Set(overbooked);
  const records = cells.flatMap(({ verdict, ...cell }) => (verdict ? [{ ...cell, verdict }] : []));
  const column = (values: (string | null)[]) => `{${values.map((value) => value ?? 'NULL').join()}}`;
  return {
    dates: column(records.map(({ date }) => date)),
    numbers: column(records.map(({ field, to }) => textOf(field, to))),
    ratePlanIds: column(records.map(({ ratePlanId }) => ratePlanId)),
    fields: records.map(({ field }) => FIELD_LETTERS[field]).join(''),
    letters: records
      .map(({ field, date, verdict }) => {
        const letter = LETTERS[JOURNALED[verdict]];
        const isOverbooked = verdict === 'restored' && field === 'roomsLeft' && areOverbooked.has(date);
        return isOverbooked ? letter.toUpperCase() : letter;
      })
      .join(''),
  };
}

/** Reports whether a record names its field. A record without a field is a price if it has a plan, else rooms left. */
function isNamed(field: CalendarField): boolean {
  return field !== 'price' && field !== 'roomsLeft';
}

/** Answers give numbers as integers, prices as decimal text, and flags as Booleans. */
function valueOf(field: CalendarField, value: number | null): number | string | boolean | null {
  if (isFlagField(field)) return value === 1;
  return field === 'price' && value !== null ? formatNumber(value) : value;
}

/** The journal keeps the values of all fields as decimal text. */
function textOf(field: CalendarField, value: number | null): string | null {
  if (field === 'price') return value === null ? null : formatNumber(value);
  return value === null && field === 'roomsLeft' ? null : String(value ?? 0);
}
