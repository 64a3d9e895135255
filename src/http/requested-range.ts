import type { CalendarDate } from '../calendar/calendar-date';
import { daysBetween } from '../calendar/calendar-date';
import type { DateRange } from '../calendar/date-range';
import { invalid } from './problem';

/** More than the update window has. */
const MOST_DAYS = 750;

/**
 * A range that people ask for, of dates that have been checked.
 * @throws ProblemException 400 where it ends before it begins, or has more than 750 days
 */
export function requestedRange(from: string, to: string): DateRange {
  const range = { from: from as CalendarDate, to: to as CalendarDate };
  const days = daysBetween(range.from, range.to) + 1;
  if (days < 1) throw invalid([{ pointer: '/to', message: `must not be before ${from}` }]);
  if (days > MOST_DAYS)
    throw invalid([{ pointer: '/to', message: `must be within ${MOST_DAYS} days from ${from}` }]);
  return range;
}
