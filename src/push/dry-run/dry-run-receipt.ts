import { Property } from '../../platform/http/property';
import type { PlanCell } from '../../calendar/cell';
import type { RoomCalendar } from '../../calendar/room-calendar';
import type { RoomCalendars } from '../../calendar/room-calendars';
import type { JournalEntryView } from '../journal/journal.dto';
import { Receipt } from '../journal/journal.dto';

/** The receipt that a call would have, and the number of derived cells that it would change. */
export class DryRunReceipt extends Receipt {
  @Property({
    description: 'The number of cells (rate plan and date) of derived plans that would change',
    example: 0,
  })
  derived!: number;
}

/**
 * Returns the receipt of a dry run of a call.
 * @param entries the entries of a message; empty for any other call
 */
export function dryRunReceipt(
  entry: JournalEntryView,
  derived: number,
  entries: JournalEntryView[] = [],
): DryRunReceipt {
  return Object.assign({}, entry, { entries, derived });
}

/**
 * Counts the changed cells of derived plans in a room.
 * @param isNamed whether the call itself sets a cell
 */
export function countDerived(
  calendar: RoomCalendar,
  calendars: RoomCalendars,
  isNamed: (cell: PlanCell) => boolean,
): number {
  const cells = new Set<string>();
  const { updated, inserted } = calendar.differencesOfPrices();
  for (const cell of [...updated, ...inserted, ...calendar.differencesOfRestrictions()]) {
    const isDerived = calendars.plan(cell.ratePlanId)?.derivedFromId != null;
    if (isDerived && !isNamed(cell)) cells.add(`${cell.ratePlanId} ${cell.date}`);
  }
  return cells.size;
}
