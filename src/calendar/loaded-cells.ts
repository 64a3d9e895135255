import type { RatePlanId } from '../platform/database/id';
import type { CalendarDate } from '../platform/dates/calendar-date';
import { daysBetween } from '../platform/dates/calendar-date';
import type { CellPrice, LoadedRoom } from './room-calendar';
import { NO_RECORD, RoomCalendar } from './room-calendar';

/** The number of dates from which those of a room are read as one range. */
const MIN_RANGE = 40;

/** Collects the cells of some dates of a room while they are read. */
export class LoadedCells {
  /** In their order, without duplicates. */
  readonly dates: readonly CalendarDate[];
  /** The days from the first date to the last. */
  readonly days: number;
  private readonly totals: number[];
  private readonly occupied: number[];
  private readonly rows = new Map<RatePlanId, CellPrice[]>();
  /** The prices of a range in the format of the query, and their number. */
  pricesOfRange: { count: number; prices: string | null } | undefined;
  private dayOfOffset: (number | undefined)[] | undefined;

  constructor(dates: Iterable<CalendarDate>) {
    this.dates = [...dates].sort();
    this.days = this.dates.length > 0 ? this.offsetOf(this.dates.at(-1) as CalendarDate) + 1 : 0;
    this.totals = this.dates.map(() => NO_RECORD);
    this.occupied = this.dates.map(() => 0);
  }

  /** Whether to read all days from the first date to the last, instead of each date. */
  get isRange(): boolean {
    return this.dates.length >= MIN_RANGE && this.days <= 2 * this.dates.length;
  }

  setRoomsLeft(date: CalendarDate, total: number, occupied: number): void {
    this.setRoomsLeftAt(this.dayAt(this.offsetOf(date)), total, occupied);
  }

  /** Sets the prices of plans on a date from the text of two arrays. */
  setPrices(date: CalendarDate, plans: string, prices: string): void {
    const day = this.dayAt(this.offsetOf(date));
    const ofDate = elementsOf(prices);
    elementsOf(plans).forEach((plan, index) => this.setPrice(plan as RatePlanId, day, Number(ofDate[index])));
  }

  /** Sets the rooms left by day from the first date, from the text of three arrays. */
  setRoomsLeftOfRange(days: string | null, totals: string | null, occupied: string | null): void {
    const [totalOf, occupiedOf] = [elementsOf(totals), elementsOf(occupied)];
    elementsOf(days).forEach((offset, index) => {
      this.setRoomsLeftAt(this.dayAt(Number(offset)), Number(totalOf[index]), Number(occupiedOf[index]));
    });
  }

  /** Sets the prices of all plans on all days of the range, day by day. */
  setPricesOfRange(plans: readonly RatePlanId[], prices: string | null): void {
    const elements = elementsOf(prices);
    for (const [position, plan] of plans.entries()) {
      const row = this.rowOf(plan);
      for (let offset = 0; offset < this.days; offset++) {
        const day = this.dayAt(offset);
        if (day !== undefined) row[day] = Number(elements[offset * plans.length + position]);
      }
    }
  }

  /** Sets prices from the text of three arrays: days, plans and prices. */
  setSparsePrices(days: string | null, plans: string | null, prices: string | null): void {
    const [planOf, priceOf] = [elementsOf(plans), elementsOf(prices)];
    elementsOf(days).forEach((offset, index) => {
      this.setPrice(planOf[index] as RatePlanId, this.dayAt(Number(offset)), Number(priceOf[index]));
    });
  }

  toCalendar(room: LoadedRoom): RoomCalendar {
    const rows = room.plans.map(({ id }) => this.rowOf(id));
    return new RoomCalendar(room, this.dates, this.totals, this.occupied, rows);
  }

  private setRoomsLeftAt(day: number | undefined, total: number, occupied: number): void {
    if (day === undefined) return;
    this.totals[day] = total;
    this.occupied[day] = occupied;
  }

  private setPrice(plan: RatePlanId, day: number | undefined, price: CellPrice): void {
    if (day !== undefined) this.rowOf(plan)[day] = price;
  }

  private rowOf(plan: RatePlanId): CellPrice[] {
    let row = this.rows.get(plan);
    if (!row) this.rows.set(plan, (row = new Array<CellPrice>(this.dates.length).fill(NO_RECORD)));
    return row;
  }

  private offsetOf(date: CalendarDate): number {
    return daysBetween(this.dates[0] as CalendarDate, date);
  }

  /** Returns the position of a day of the range among the dates; undefined if it is not one of them. */
  private dayAt(offset: number): number | undefined {
    if (this.days === this.dates.length) return offset;
    if (!this.dayOfOffset) {
      this.dayOfOffset = new Array<number | undefined>(this.days).fill(undefined);
      for (const [day, date] of this.dates.entries()) this.dayOfOffset[this.offsetOf(date)] = day;
    }
    return this.dayOfOffset[offset];
  }
}

/** Splits an array of numbers in PostgreSQL's text format: `{1,2}`. */
function elementsOf(text: string | null): string[] {
  return text === null || text === '{}' ? [] : text.slice(1, -1).split(',');
}
