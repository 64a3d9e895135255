import type { RatePlanId, RoomId } from '../platform/database/id';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { CalendarPlan } from './calendar-plan';

/**
 * A price in the calendar: a whole number of 1/10,000 of its currency, from 0 to 10^14 - 1, which a
 * JavaScript number represents exactly.
 * Two negative numbers mark a missing price.
 */
export type CellPrice = number;
/** The date has no record, of a price or of rooms left. */
export const NO_RECORD = -1;
/** The record has no price. It is not for sale, unlike a price of 0, which is free. */
export const NOT_SET = -2;

/** The numbers of a room that operation 3 sets without validation. */
export interface RoomCapacity {
  maximumGuests: number | null;
  totalRooms: number | null;
  adults: number | null;
  children: number | null;
}

/** A room as it was loaded. */
export interface LoadedRoom {
  readonly id: RoomId;
  readonly propertyName: string | null;
  readonly capacity: RoomCapacity;
  /** Its own plans, in the order of their ids. */
  readonly plans: readonly CalendarPlan[];
}

/** The changes of a push in one room: the states to store, and the item of the feed of changes. */
export interface RoomChange {
  readonly roomId: RoomId;
  /** The dates with another number of rooms left, and these numbers. */
  readonly roomsLeft: { date: CalendarDate; total: number }[];
  /** Whether rooms left were set, and not only records of no rooms created for prices. */
  readonly isInventory: boolean;
  /** The plans with another price on some date. */
  readonly ratePlanIds: RatePlanId[];
  /** The dates with another price of some plan, and the prices of all plans then, in the order of their ids. */
  readonly prices: { date: CalendarDate; prices: CellPrice[] }[];
}

/** The differences to write to a table: changed records and new ones. */
export interface Differences<T> {
  updated: T[];
  inserted: T[];
}
export interface RoomsLeftCell {
  date: CalendarDate;
  total: number;
}
export interface PriceCell {
  ratePlanId: RatePlanId;
  date: CalendarDate;
  price: CellPrice;
}

/**
 * The state of some dates of one room in memory: rooms left, and a row of prices for each plan.
 * Changes happen here, without SQL; the calendar records its differences from the stored state.
 */
export class RoomCalendar {
  capacity: RoomCapacity;
  private readonly dayOfDate: Map<CalendarDate, number>;
  private readonly indexOfPlan: Map<RatePlanId, number>;
  private readonly storedTotals: readonly number[];
  /** Rows by plan; an unchanged row is the same array as in `rows`. */
  private readonly storedRows: readonly CellPrice[][];
  private readonly rows: CellPrice[][];
  private readonly totals: number[];
  private changedTotals = new Set<number>();
  private isInventory = false;
  private changedDays = new Set<number>();
  private changedPlans = new Set<number>();

  /**
   * @param dates dates in their order, without duplicates
   * @param totals rooms left by day, NO_RECORD if there is no record
   * @param occupied occupied rooms by day
   * @param rows prices by plan and day
   */
  constructor(
    readonly room: LoadedRoom,
    readonly dates: readonly CalendarDate[],
    totals: readonly number[],
    private readonly occupied: readonly number[],
    rows: CellPrice[][],
  ) {
    this.capacity = room.capacity;
    this.dayOfDate = new Map(dates.map((date, day) => [date, day]));
    this.indexOfPlan = new Map(room.plans.map(({ id }, index) => [id, index]));
    this.storedTotals = totals;
    this.totals = [...totals];
    this.storedRows = rows;
    this.rows = [...rows];
  }

  get roomId(): RoomId {
    return this.room.id;
  }

  /** Whether a plan belongs to this room. */
  has(ratePlanId: RatePlanId): boolean {
    return this.indexOfPlan.has(ratePlanId);
  }

  /** Returns the prices of a plan by day. Callers must not change them. */
  rowOf(ratePlanId: RatePlanId): readonly CellPrice[] {
    return this.rows[this.planIndex(ratePlanId)] ?? [];
  }

  /** Returns the position of a date in rows. @throws Error if the date was not loaded */
  dayOf(date: CalendarDate): number {
    const day = this.dayOfDate.get(date);
    if (day === undefined) throw new Error(`${date} of room ${this.roomId} was not loaded`);
    return day;
  }

  /** Returns the rooms left on a date; NO_RECORD if there is no record. */
  roomsLeftOn(date: CalendarDate): number {
    return this.totals[this.dayOf(date)] ?? NO_RECORD;
  }

  priceOf(ratePlanId: RatePlanId, date: CalendarDate): CellPrice {
    return this.rowOf(ratePlanId)[this.dayOf(date)] ?? NO_RECORD;
  }

  /** Whether fewer rooms are left on a date than are occupied. */
  isOverbooked(date: CalendarDate): boolean {
    const day = this.dayOf(date);
    const total = this.totals[day] ?? NO_RECORD;
    return total !== NO_RECORD && (this.occupied[day] ?? 0) > total;
  }

  /** Sets the rooms left on a date, and creates a missing record. @returns whether that is a change */
  setRoomsLeft(date: CalendarDate, total: number): boolean {
    const isChange = this.setRoomsLeftAt(this.dayOf(date), total);
    this.isInventory ||= isChange;
    return isChange;
  }

  /**
   * Sets a price, or NOT_SET. It creates a missing record, and a missing record of rooms left with no rooms.
   * @returns whether that is a change
   */
  setPrice(ratePlanId: RatePlanId, date: CalendarDate, price: CellPrice): boolean {
    return this.setPriceAt(ratePlanId, this.dayOf(date), price);
  }

  /** Sets a price by the position of its date, for many prices. */
  setPriceAt(ratePlanId: RatePlanId, day: number, price: CellPrice): boolean {
    const plan = this.planIndex(ratePlanId);
    let row = this.rows[plan] ?? [];
    if (row[day] === price) return false;
    if (row === this.storedRows[plan]) this.rows[plan] = row = [...row];
    row[day] = price;
    this.changedDays.add(day);
    this.changedPlans.add(plan);
    if (this.totals[day] === NO_RECORD) this.setRoomsLeftAt(day, 0);
    return true;
  }

  /** Creates a record without a price if a plan has none on a date. @returns whether that is a change */
  createRecord(ratePlanId: RatePlanId, date: CalendarDate): boolean {
    return this.priceOf(ratePlanId, date) === NO_RECORD && this.setPrice(ratePlanId, date, NOT_SET);
  }

  /** Returns the changes since the last call; undefined if there are none. */
  takeChange(): RoomChange | undefined {
    if (this.changedTotals.size === 0 && this.changedDays.size === 0) return undefined;
    const inOrder = (numbers: Set<number>) => [...numbers].sort((one, other) => one - other);
    const change: RoomChange = {
      roomId: this.roomId,
      roomsLeft: inOrder(this.changedTotals).map((day) => ({
        date: this.dateAt(day),
        total: this.totals[day] ?? 0,
      })),
      isInventory: this.isInventory,
      ratePlanIds: inOrder(this.changedPlans).map((plan) => this.planAt(plan)),
      prices: inOrder(this.changedDays).map((day) => ({
        date: this.dateAt(day),
        prices: this.rows.map((row) => row[day] ?? NO_RECORD),
      })),
    };
    this.changedTotals = new Set();
    this.isInventory = false;
    this.changedDays = new Set();
    this.changedPlans = new Set();
    return change;
  }

  /** Returns the differences of rooms left from the stored state. */
  differencesOfRoomsLeft(): Differences<RoomsLeftCell> {
    const differences: Differences<RoomsLeftCell> = { updated: [], inserted: [] };
    this.storedTotals.forEach((stored, day) => {
      const total = this.totals[day] ?? NO_RECORD;
      if (total === stored) return;
      const target = stored === NO_RECORD ? differences.inserted : differences.updated;
      target.push({ date: this.dateAt(day), total });
    });
    return differences;
  }

  /**
   * Returns the differences of prices from the stored state by date and plan, which is the order of the
   * table's key.
   */
  differencesOfPrices(): Differences<PriceCell> {
    const differences: Differences<PriceCell> = { updated: [], inserted: [] };
    const changed = this.rows.flatMap((row, plan) => (row === this.storedRows[plan] ? [] : plan));
    if (changed.length === 0) return differences;
    for (const [day, date] of this.dates.entries()) {
      for (const plan of changed) {
        const stored = this.storedRows[plan]?.[day] ?? NO_RECORD;
        const price = this.rows[plan]?.[day] ?? NO_RECORD;
        if (price === stored) continue;
        const target = stored === NO_RECORD ? differences.inserted : differences.updated;
        target.push({ ratePlanId: this.planAt(plan), date, price });
      }
    }
    return differences;
  }

  private setRoomsLeftAt(day: number, total: number): boolean {
    if (this.totals[day] === total) return false;
    this.totals[day] = total;
    this.changedTotals.add(day);
    return true;
  }

  private planIndex(ratePlanId: RatePlanId): number {
    const index = this.indexOfPlan.get(ratePlanId);
    if (index === undefined) throw new Error(`Rate plan ${ratePlanId} is not one of room ${this.roomId}`);
    return index;
  }

  private planAt(index: number): RatePlanId {
    return this.room.plans[index]?.id as RatePlanId;
  }

  private dateAt(day: number): CalendarDate {
    return this.dates[day] as CalendarDate;
  }
}
