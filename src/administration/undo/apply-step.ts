import type { RoomCalendars } from '../../calendar/room-calendars';
import { NOT_SET } from '../../calendar/room-calendar';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { Changes } from '../../push/journal/journaled-call';
import type { Restoration } from './restoration';
import type { PlannedStep } from './step-planner';

/** Reports whether a step changes anything. */
export function isChange({ roomsLeft, prices, fields }: PlannedStep): boolean {
  return roomsLeft.some(isChanged) || prices.some(isChanged) || fieldChanges({ fields }) !== undefined;
}

/**
 * Restores the planned values in the calendars.
 * @returns the dates that have fewer rooms left than are occupied
 */
export function applyStep(
  calendars: RoomCalendars,
  roomId: RoomId,
  { roomsLeft, prices, fields }: PlannedStep,
): CalendarDate[] {
  const calendar = calendars.get(roomId);
  const restored = roomsLeft.filter(isChanged);
  // A date that had no record keeps its new one: no rooms can be sold on it, and its occupancy stays known.
  for (const { date, to } of restored) calendar.setRoomsLeft(date, to ?? 0);
  for (const cell of prices.filter(isChanged))
    calendars.get(cell.roomId).setPrice(cell.ratePlanId as RatePlanId, cell.date, cell.to ?? NOT_SET);
  for (const [field, { to }] of Object.entries(fieldChanges({ fields }) ?? {}))
    calendar.capacity = { ...calendar.capacity, [field]: to };
  return restored.map(({ date }) => date).filter((date) => calendar.isOverbooked(date));
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
