import type { RatePlanId } from '../platform/database/id';
import type { CalendarDate } from '../platform/dates/calendar-date';
import { daysBetween } from '../platform/dates/calendar-date';
import { readNumbers } from './number-list';
import type { PackedRestrictions } from './restrictions';
import type { CellPrice } from './cell';
import { HeldRows } from './held-rows';
import type { LoadedRoom, RoomToRead } from './loaded-room';
import { NO_RECORD } from './cell';
import { RoomCalendar } from './room-calendar';

/** From this number of dates on, a room may be read as one range. */
const MIN_RANGE = 40;

/** The rooms left of a range in the form of the query: lists in the format of `readNumbers`, null if they are empty. */
export interface RoomsLeftOfRange {
  days: string | null;
  roomsLeft: string | null;
  occupied: string | null;
  closed: string | null;
}

/** The prices of a range in the form of the query, sorted by date and plan, and their number. */
export interface PricesOfRange {
  count: number;
  prices: string | null;
}

/** The restrictions of some dates in the same form. */
export interface RestrictionsOfRange {
  days: string | null;
  plans: string | null;
  restrictions: string | null;
}

/** The number of records of a range, and the number of records with a price. */
export interface PriceCounts {
  records: number;
  priced: number;
}

/** The stored cells of some dates of a room, in rows with a value for each date. */
export class LoadedCells {
  /** Sorted, without duplicates. */
  readonly dates: readonly CalendarDate[];
  /** The days from the first date to the last. */
  readonly days: number;
  /** Rooms left and occupied rooms, NO_RECORD if there is no record. */
  readonly roomsLeft: number[];
  readonly occupied: number[];
  readonly closed: boolean[];
  private readonly rows = new Map<RatePlanId, CellPrice[]>();
  private restrictions: Map<RatePlanId, PackedRestrictions[]> | undefined;
  readonly held = new HeldRows();
  /** Prices that wait until the plans of the room are known. */
  pricesOfRange: PricesOfRange | undefined;
  /** The counts in place of the prices, if only gaps matter. A room without records has no row. */
  counts: PriceCounts = { records: 0, priced: 0 };
  private withoutPrices = false;
  private dayOfOffset: (number | undefined)[] | undefined;

  /** @param asRange reads all days from the first date to the last, even for few dates */
  constructor(
    dates: Iterable<CalendarDate>,
    private readonly asRange = false,
  ) {
    this.dates = [...dates].sort();
    this.days = this.dates.length > 0 ? this.offsetOf(this.dates.at(-1) as CalendarDate) + 1 : 0;
    this.roomsLeft = this.dates.map(() => NO_RECORD);
    this.occupied = this.dates.map(() => NO_RECORD);
    this.closed = this.dates.map(() => false);
  }

  /** Whether to read all days from the first date to the last, instead of each date. */
  get isRange(): boolean {
    if (this.asRange) return this.dates.length > 0;
    return this.dates.length >= MIN_RANGE && this.days <= 2 * this.dates.length;
  }

  /** The first and the last date; empty without dates. */
  get ends(): CalendarDate[] {
    return [this.dates.at(0), this.dates.at(-1)].filter((date) => date !== undefined);
  }

  /** @param occupied missing for a past moment, whose occupied rooms are not known */
  setRoomsLeft(date: CalendarDate, roomsLeft: number, closed: boolean, occupied?: number): void {
    const day = this.dayAt(this.offsetOf(date));
    this.setRoomsLeftAt(day, roomsLeft, occupied);
    this.setClosedAt(day, closed);
  }

  setPrices(date: CalendarDate, plans: string, prices: string): void {
    const day = this.dayAt(this.offsetOf(date));
    const planOf = idsIn(plans);
    readNumbers(prices).forEach((price, index) => this.setPrice(planOf[index], day, price));
  }

  /** Sets the rooms left by day from the first date. `closed` has only the closed days. */
  setRoomsLeftOfRange({ days, roomsLeft, occupied, closed }: RoomsLeftOfRange): void {
    readNumbers(closed).forEach((offset) => this.setClosedAt(this.dayAt(offset), true));
    const [roomsLeftOf, occupiedOf] = [readNumbers(roomsLeft), readNumbers(occupied)];
    readNumbers(days).forEach((offset, index) => {
      this.setRoomsLeftAt(this.dayAt(offset), roomsLeftOf[index], occupiedOf[index]);
    });
  }

  /** Sets the prices of all plans on all days of the range, day by day. */
  setPricesOfRange(plans: readonly RatePlanId[], prices: string | null): void {
    const values = readNumbers(prices);
    for (const [position, plan] of plans.entries()) {
      const row = this.rowOf(plan);
      for (let offset = 0; offset < this.days; offset++) {
        const day = this.dayAt(offset);
        if (day !== undefined) row[day] = values[offset * plans.length + position] ?? NO_RECORD;
      }
    }
  }

  /** Sets prices from three lists: days, plans and prices. */
  setSparsePrices(days: string | null, plans: string | null, prices: string | null): void {
    const [planOf, priceOf] = [idsIn(plans), readNumbers(prices)];
    readNumbers(days).forEach((offset, index) => {
      this.setPrice(planOf[index], this.dayAt(offset), priceOf[index]);
    });
  }

  /** Sets the price of a plan on a day, counted from the first date. */
  setPriceOn(plan: RatePlanId, offset: number, price: CellPrice): void {
    this.setPrice(plan, this.dayAt(offset), price);
  }

  /** Records that prices are not loaded. */
  omitPrices(): void {
    this.withoutPrices = true;
  }

  /** Whether a plan of the room lacks a record, or a record lacks a price. */
  hasGap({ plans }: RoomToRead): boolean {
    const { records, priced } = this.counts;
    return this.withoutPrices && (priced < records || records < this.days * plans.length);
  }

  /** Records that restrictions are loaded. A cell without restrictions has no record, or a record without any. */
  beginRestrictions(): void {
    this.restrictions ??= new Map();
  }

  /** Sets restrictions from three lists: days from the first date, plans and packed restrictions. */
  setRestrictions({ days, plans, restrictions }: RestrictionsOfRange): void {
    const [planOf, packed] = [idsIn(plans), readNumbers(restrictions)];
    readNumbers(days).forEach((offset, index) => {
      const plan = planOf[index];
      if (plan) this.setRestrictionsOn(plan, offset, packed[index] ?? 0);
    });
  }

  /** Sets the restrictions of a plan on a day, counted from the first date. */
  setRestrictionsOn(plan: RatePlanId, offset: number, packed: PackedRestrictions): void {
    const day = this.dayAt(offset);
    if (day !== undefined) this.restrictionsOf(plan)[day] = packed;
  }

  /** Returns the prices of a plan by date. */
  pricesOf(plan: RatePlanId): readonly CellPrice[] {
    return this.rowOf(plan);
  }

  /** Returns the restrictions of a plan by date; undefined if it has none on these dates. */
  findRestrictions(plan: RatePlanId): readonly PackedRestrictions[] | undefined {
    return this.restrictions?.get(plan);
  }

  toCalendar(room: LoadedRoom): RoomCalendar {
    const { dates, roomsLeft, occupied, closed } = this;
    const prices = this.withoutPrices ? undefined : room.plans.map(({ id }) => this.rowOf(id));
    const restrictions = this.restrictions && room.plans.map(({ id }) => this.restrictionsOf(id));
    return new RoomCalendar(room, dates, {
      roomsLeft,
      occupied,
      closed,
      prices,
      restrictions,
      held: this.held,
    });
  }

  private setClosedAt(day: number | undefined, closed: boolean): void {
    if (day !== undefined) this.closed[day] = closed;
  }

  private restrictionsOf(plan: RatePlanId): PackedRestrictions[] {
    let row = this.restrictions?.get(plan);
    if (!row) {
      row = new Array<PackedRestrictions>(this.dates.length).fill(0);
      this.restrictions?.set(plan, row);
    }
    return row;
  }

  private setRoomsLeftAt(day: number | undefined, roomsLeft = NO_RECORD, occupied = NO_RECORD): void {
    if (day === undefined) return;
    this.roomsLeft[day] = roomsLeft;
    this.occupied[day] = occupied;
  }

  private setPrice(plan: RatePlanId | undefined, day: number | undefined, price = NO_RECORD): void {
    if (plan && day !== undefined) this.rowOf(plan)[day] = price;
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

/** Splits a list of ids, which may be greater than JavaScript's exact numbers. */
function idsIn(text: string | null): RatePlanId[] {
  return text === null ? [] : (text.split(',') as RatePlanId[]);
}
