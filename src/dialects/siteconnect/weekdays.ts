import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { DateRange } from '../../platform/dates/date-range';
import { datesOf } from '../../platform/dates/date-range';
import type { Problems } from './problems';
import type { XmlElement } from './xml-reader';

/** The attributes for days of the week, in the order of `Date.getUTCDay`. */
const DAYS = ['Sun', 'Mon', 'Tue', 'Weds', 'Thur', 'Fri', 'Sat'];
const TRUE = ['true', '1'];
const FALSE = ['false', '0'];

/** The days of the week that a range is for, as numbers of `Date.getUTCDay`. */
export type Weekdays = ReadonlySet<number>;

/** Whether a text is `true` or `1`, in any case. Senders also write `True`. */
export function isTrue(text: string): boolean {
  return TRUE.includes(text.trim().toLowerCase());
}

/**
 * Reads the days of the week. The named days count. If all given days are false, the other days count.
 * @param at returns the place of an attribute
 * @returns undefined if no day is given, null for a problem
 */
export function readWeekdays(
  { attributes }: XmlElement,
  at: (name: string) => string,
  problems: Problems,
): Weekdays | undefined | null {
  const [named, excluded] = [new Set<number>(), new Set<number>()];
  for (const [day, name] of DAYS.entries()) {
    const text = attributes[name]?.value;
    if (text === undefined) continue;
    if (isTrue(text)) named.add(day);
    else if (FALSE.includes(text.trim().toLowerCase())) excluded.add(day);
    else return problems.invalid(at(name), text, 'true or false');
  }
  if (named.size > 0) return named;
  if (excluded.size === 0) return undefined;
  const days = new Set([...DAYS.keys()].filter((day) => !excluded.has(day)));
  return days.size > 0 ? days : problems.invalid(at('Sun'), 'false', 'true, or another day must be true');
}

/** Returns the ranges of dates that are on some days of the week, in their order. */
export function rangesOn(days: Weekdays, range: DateRange): DateRange[] {
  const ranges: DateRange[] = [];
  let open: DateRange | undefined;
  for (const date of datesOf(range)) {
    if (!days.has(weekdayOf(date))) open = undefined;
    else if (open) open.to = date;
    else ranges.push((open = { from: date, to: date }));
  }
  return ranges;
}

function weekdayOf(date: CalendarDate): number {
  return new Date(date).getUTCDay();
}
