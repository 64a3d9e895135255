import type { CalendarDate } from './calendar-date';
import { addDays, daysBetween } from './calendar-date';

/** Days from one to another, both included. */
export interface DateRange {
  from: CalendarDate;
  to: CalendarDate;
}

/** Every date of a range, in order. */
export function datesOf({ from, to }: DateRange): CalendarDate[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => addDays(from, day));
}
