import type { CalendarDate } from '../platform/dates/calendar-date';
import { daysBetween } from '../platform/dates/calendar-date';
import type { DateRange } from '../platform/dates/date-range';
import { datesOf } from '../platform/dates/date-range';

/** A range of dates of a message, expanded to single dates. */
export interface SpreadRange {
  /** All dates; both ends are included. */
  readonly dates: readonly CalendarDate[];
  /** The dates as a part of the text of a PostgreSQL array. */
  readonly text: string;
  /** The day of the first date, counted from the beginning of the update window. */
  readonly firstDay: number;
  /** The first index inside the update window, and the one after the last. */
  readonly start: number;
  readonly end: number;
}

/** Expands ranges of dates. It caches the lists, because each plan of a message repeats the same few ranges. */
export class DateSpread {
  private readonly ranges = new Map<string, SpreadRange>();

  private readonly days: number;

  constructor(private readonly window: DateRange) {
    this.days = lengthOf(window.from, window.to);
  }

  rangeOf(from: CalendarDate, to: CalendarDate): SpreadRange {
    const key = from + to;
    let range = this.ranges.get(key);
    if (!range) this.ranges.set(key, (range = this.spread(from, to)));
    return range;
  }

  private spread(from: CalendarDate, to: CalendarDate): SpreadRange {
    const dates = from === to ? [from] : datesOf({ from, to });
    const firstDay = daysBetween(this.window.from, from);
    const start = Math.min(dates.length, Math.max(0, -firstDay));
    const end = Math.max(start, Math.min(dates.length, this.days - firstDay));
    return { dates, text: dates.join(), firstDay, start, end };
  }
}

/** The number of dates of a range. */
export function lengthOf(from: CalendarDate, to: CalendarDate): number {
  // Many ranges have one date only, and parsing dates takes time.
  return from === to ? 1 : daysBetween(from, to) + 1;
}
