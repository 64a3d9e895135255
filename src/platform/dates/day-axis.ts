import type { CalendarDate } from './calendar-date';
import { addDays, daysBetween } from './calendar-date';

/**
 * Places the dates of a push in a dense row of days, from the first date to the last. A statement finds what is new for
 * a stored row by its position, which is several times faster than joining rows.
 */
export class DayAxis {
  readonly from: CalendarDate;
  readonly days: number;

  /** @param dates in their order, at least one, none twice */
  constructor(readonly dates: CalendarDate[]) {
    const [first] = dates;
    const last = dates.at(-1);
    if (!first || !last) throw new Error('There is no date');
    this.from = first;
    this.days = daysBetween(first, last) + 1;
  }

  /** A row of days with a value on each date, and `gap` between them. */
  row<T>(gap: T, valueOf: (date: CalendarDate, day: number, index: number) => T): T[] {
    const row = new Array<T>(this.days).fill(gap);
    this.dates.forEach((date, index) => {
      const day = this.hasGaps ? daysBetween(this.from, date) : index;
      row[day] = valueOf(date, day, index);
    });
    return row;
  }

  /** A row of days with these values, in the order of the dates, and `gap` between them. */
  place<T>(gap: T, values: T[]): T[] {
    return this.row(gap, (_date, _day, index) => values[index] ?? gap);
  }

  dateOf(day: number): CalendarDate {
    return addDays(this.from, day);
  }

  /** Whether they leave days out. */
  get hasGaps(): boolean {
    return this.dates.length < this.days;
  }

  /** The dates, where they leave days out; empty where they are all days from the first to the last. */
  get datesWithGaps(): CalendarDate[] {
    return this.hasGaps ? this.dates : [];
  }
}
