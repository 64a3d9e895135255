import type { CalendarDate } from '../dates/calendar-date';
import { daysBetween } from '../dates/calendar-date';
import type { DateRange } from '../dates/date-range';
import { invalid } from './problem';

/** Slightly more than the update window. */
export const MAX_DAYS = 750;

/**
 * The range of a query. Its dates are already validated.
 * @throws ProblemException 400 if the range ends before it begins, or has more than `maxDays` days
 */
export function requestedRange(from: string, to: string, maxDays = MAX_DAYS): DateRange {
  const range = { from: from as CalendarDate, to: to as CalendarDate };
  const days = daysBetween(range.from, range.to) + 1;
  if (days < 1) throw invalid([{ pointer: '/to', message: `must not be before ${from}` }]);
  if (days > maxDays)
    throw invalid([{ pointer: '/to', message: `must be within ${maxDays} days from ${from}` }]);
  return range;
}
