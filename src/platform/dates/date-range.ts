import type { CalendarDate } from './calendar-date';
import { addDays, daysBetween } from './calendar-date';

/** A range of days, both ends included. */
export interface DateRange {
  from: CalendarDate;
  to: CalendarDate;
}

/** All dates of a range, in order. */
export function datesOf({ from, to }: DateRange): CalendarDate[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => addDays(from, day));
}
