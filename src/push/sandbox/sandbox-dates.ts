import type { CalendarDate } from '../../platform/dates/calendar-date';
import { addDays } from '../../platform/dates/calendar-date';

/** The first date of a scenario: far enough from today to stay inside the update window as long as a sandbox lasts. */
const OFFSET = 40;
/** A call with more dates synchronizes a room, and does not try a scenario that has its own dates. */
export const MAX_SCENARIO_DATES = 31;

/** The dates of the scenarios, by the day of the sandbox's creation. The range has five dates. */
export function scenarioDates(firstDay: CalendarDate) {
  const date = (number: number) => addDays(firstDay, OFFSET + number);
  return {
    oneDate: date(0),
    range: [1, 2, 3, 4, 5].map(date),
    zeroAndBack: date(6),
    price: date(7),
    decimals: date(8),
    twoPlans: date(9),
    samePush: date(10),
    dateTime: date(11),
    outside: date(12),
    held: date(13),
    failing: date(14),
    slow: date(15),
    restrictions: date(16),
    channex: date(17),
    channexRepeat: date(18),
    siteconnect: date(19),
  };
}
