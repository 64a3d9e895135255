import type { CalendarDate } from '../calendar/calendar-date';
import { addDays, daysBetween } from '../calendar/calendar-date';
import type { RatePlanId } from '../database/id';
import type { TenThousandths } from './money';

/** Stands where a date has no new price. It is a number because an array with NULLs in it is slow to index. */
export const GAP: TenThousandths = -1n;

/**
 * New prices of the plans of one room: `prices[plan × days + day]`, a dense block from the first date on. A
 * statement finds the price of a stored row by its position, which is several times faster than joining rows.
 */
export interface PriceGrid {
  ratePlanIds: RatePlanId[];
  from: CalendarDate;
  days: number;
  prices: TenThousandths[];
}

/** Owns where the dates of a push are in a dense row of days. */
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

  /** A row of days with a price on each date, and gaps between them. */
  row(priceOf: (date: CalendarDate, day: number, index: number) => TenThousandths): TenThousandths[] {
    const row = new Array<TenThousandths>(this.days).fill(GAP);
    this.dates.forEach((date, index) => {
      const day = daysBetween(this.from, date);
      row[day] = priceOf(date, day, index);
    });
    return row;
  }

  dateOf(day: number): CalendarDate {
    return addDays(this.from, day);
  }
}
