import type { RoomCalendars } from '../../calendar/room-calendars';
import type { RoomCalendar } from '../../calendar/room-calendar';
import { NOT_SET } from '../../calendar/cell';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { Changes } from '../../push/journal/journaled-call';
import type { Restoration } from './restoration';
import type { PlannedStep } from './step-planner';

/** Reports whether a step changes anything. */
export function isChange({ cells, fields }: PlannedStep): boolean {
  return cells.some(isChanged) || fieldChanges({ fields }) !== undefined;
}

/**
 * Restores the planned values in the calendars.
 * @returns the dates that have fewer rooms left than are occupied
 */
export function applyStep(
  calendars: RoomCalendars,
  roomId: RoomId,
  { cells, fields }: PlannedStep,
): CalendarDate[] {
  const calendar = calendars.get(roomId);
  const restored = cells.filter(isChanged);
  for (const cell of restored) restoreCell(calendars.get(cell.roomId), cell);
  for (const [field, { to }] of Object.entries(fieldChanges({ fields }) ?? {}))
    calendar.capacity = { ...calendar.capacity, [field]: to };
  const ofRoomsLeft = restored.filter(({ field }) => field === 'roomsLeft');
  return ofRoomsLeft.map(({ date }) => date).filter((date) => calendar.isOverbooked(date));
}

function restoreCell(calendar: RoomCalendar, { field, ratePlanId, date, to }: Restoration): void {
  switch (field) {
    case 'roomsLeft':
      // A date that had no record keeps its new record: with no rooms for sale, and with its occupied rooms.
      calendar.setRoomsLeft(date, to ?? 0);
      return;
    case 'closed':
      calendar.setClosed(date, to === 1);
      return;
    case 'price':
      calendar.setPrice(ratePlanId as RatePlanId, date, to ?? NOT_SET);
      return;
    default:
      calendar.setRestriction(ratePlanId as RatePlanId, date, field, to ?? 0);
  }
}

/** Returns the restored fields in the form of the journal, or undefined if there are none. */
export function fieldChanges({ fields }: Pick<PlannedStep, 'fields'>): Changes | undefined {
  const restored = fields.filter(({ verdict }) => verdict === 'restored');
  if (restored.length === 0) return undefined;
  return Object.fromEntries(restored.map(({ field, from, to }) => [field, { from, to }]));
}

function isChanged({ from, to }: Restoration): boolean {
  return from !== to;
}
