import { invalid } from '../http/problem';
import type { CalendarDate } from './calendar-date';
import { addDays, daysBetween } from './calendar-date';

/** Days from one to another, both included. */
export interface DateRange {
  from: CalendarDate;
  to: CalendarDate;
}

/** More than the update window has. */
const MOST_DAYS = 750;

/**
 * A range that people ask for, of dates that have been checked.
 * @throws ProblemException 400 where it ends before it begins, or has more than 750 days
 */
export function dateRange(from: string, to: string): DateRange {
  const range = { from: from as CalendarDate, to: to as CalendarDate };
  const days = daysBetween(range.from, range.to) + 1;
  if (days < 1) throw invalid([{ pointer: '/to', message: `must not be before ${from}` }]);
  if (days > MOST_DAYS)
    throw invalid([{ pointer: '/to', message: `must be within ${MOST_DAYS} days from ${from}` }]);
  return range;
}

/** Every date of a range, in order. */
export function datesOf({ from, to }: DateRange): CalendarDate[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => addDays(from, day));
}
