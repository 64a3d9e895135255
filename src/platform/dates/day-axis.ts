import type { CalendarDate } from './calendar-date';
import { addDays, daysBetween } from './calendar-date';

/**
 * Maps the dates of a push to a dense row of days, from the first date to the last. A statement finds the new value of
 * a stored row by position, which is several times faster than a join.
 */
export class DayAxis {
  readonly from: CalendarDate;
  readonly days: number;

  /** @param dates in ascending order, at least one, without duplicates */
  constructor(readonly dates: CalendarDate[]) {
    const [first] = dates;
    const last = dates.at(-1);
    if (!first || !last) throw new Error('There is no date');
    this.from = first;
    this.days = daysBetween(first, last) + 1;
  }

  /** Builds a row of days with a value for each date and `gap` for the other days. */
  row<T>(gap: T, valueOf: (date: CalendarDate, day: number, index: number) => T): T[] {
    const row = new Array<T>(this.days).fill(gap);
    this.dates.forEach((date, index) => {
      const day = this.hasGaps ? daysBetween(this.from, date) : index;
      row[day] = valueOf(date, day, index);
    });
    return row;
  }

  /** Builds a row of days from values in the order of the dates, with `gap` for the other days. */
  place<T>(gap: T, values: T[]): T[] {
    return this.row(gap, (_date, _day, index) => values[index] ?? gap);
  }

  dateOf(day: number): CalendarDate {
    return addDays(this.from, day);
  }

  /** Whether the dates leave out days. */
  get hasGaps(): boolean {
    return this.dates.length < this.days;
  }

  /** The dates if they leave out days; empty if they are consecutive. */
  get datesWithGaps(): CalendarDate[] {
    return this.hasGaps ? this.dates : [];
  }
}
