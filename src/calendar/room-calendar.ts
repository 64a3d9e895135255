import type { RatePlanId, RoomId } from '../platform/database/id';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { CellPrice, Differences, PlanCell, RoomsLeftCell } from './cell';
import { NO_RECORD, NOT_SET } from './cell';
import { CellRows, inOrder, NO_CHANGE } from './cell-rows';
import { HeldRows } from './held-rows';
import type { LoadedRoom, RoomCapacity, StoredDays } from './loaded-room';
import type { PackedRestrictions, RestrictionName } from './restrictions';
import { inherit, restrictionIn, withRestriction } from './restrictions';
import type { RoomChange } from './room-change';

/**
 * The state of some dates of one room in memory: rooms left, and for each plan a row of prices and a row of
 * restrictions. Changes happen in memory, without SQL. The calendar records its differences from the stored state.
 */
export class RoomCalendar {
  capacity: RoomCapacity;
  readonly held: HeldRows;
  private readonly dayOfDate: Map<CalendarDate, number>;
  private readonly indexOfPlan: Map<RatePlanId, number>;
  private readonly roomsLeft: number[];
  private readonly closed: boolean[];
  private readonly prices: CellRows | undefined;
  private readonly restrictions: CellRows | undefined;
  /** The days whose record of the room has changed. */
  private changedDays = new Set<number>();
  /** The days on which the room was closed or opened, or on which a restriction created a record. */
  private restrictedDays = new Set<number>();
  private isInventory = false;
  private setsPrices = false;

  /** @param dates sorted dates without duplicates */
  constructor(
    readonly room: LoadedRoom,
    readonly dates: readonly CalendarDate[],
    private readonly stored: StoredDays,
  ) {
    this.capacity = room.capacity;
    this.held = stored.held ?? new HeldRows();
    this.dayOfDate = new Map(dates.map((date, day) => [date, day]));
    this.indexOfPlan = new Map(room.plans.map(({ id }, index) => [id, index]));
    this.roomsLeft = [...stored.roomsLeft];
    this.closed = [...stored.closed];
    this.prices = stored.prices && new CellRows(stored.prices);
    this.restrictions = stored.restrictions && new CellRows(stored.restrictions);
  }

  get roomId(): RoomId {
    return this.room.id;
  }

  /** Whether a plan belongs to this room. */
  has(ratePlanId: RatePlanId): boolean {
    return this.indexOfPlan.has(ratePlanId);
  }

  /** Whether prices were loaded. */
  get knowsPrices(): boolean {
    return this.prices !== undefined;
  }

  /** Returns the prices of a plan by day. Callers must not change them. */
  rowOf(ratePlanId: RatePlanId): readonly CellPrice[] {
    return this.loadedPrices.row(this.planIndex(ratePlanId));
  }

  /** Returns the position of a date in rows. @throws Error if the date was not loaded */
  dayOf(date: CalendarDate): number {
    const day = this.dayOfDate.get(date);
    if (day === undefined) throw new Error(`${date} of room ${this.roomId} was not loaded`);
    return day;
  }

  /** Returns the rooms left on a date; NO_RECORD if there is no record. */
  roomsLeftOn(date: CalendarDate): number {
    return this.roomsLeft[this.dayOf(date)] ?? NO_RECORD;
  }

  isClosed(date: CalendarDate): boolean {
    return this.closed[this.dayOf(date)] ?? false;
  }

  priceOf(ratePlanId: RatePlanId, date: CalendarDate): CellPrice {
    return this.rowOf(ratePlanId)[this.dayOf(date)] ?? NO_RECORD;
  }

  /** Returns the value of a restriction: nights, or 1 for a flag that is set; 0 if there is none. */
  restrictionOf(ratePlanId: RatePlanId, date: CalendarDate, name: RestrictionName): number {
    return restrictionIn(this.packedOf(ratePlanId, date), name);
  }

  packedOf(ratePlanId: RatePlanId, date: CalendarDate): PackedRestrictions {
    return this.packedAt(this.planIndex(ratePlanId), this.dayOf(date));
  }

  /** Whether fewer rooms are left on a date than are occupied. */
  isOverbooked(date: CalendarDate): boolean {
    const day = this.dayOf(date);
    const roomsLeft = this.roomsLeft[day] ?? NO_RECORD;
    return roomsLeft !== NO_RECORD && (this.stored.occupied[day] ?? 0) > roomsLeft;
  }

  /** Sets the rooms left on a date, and creates a missing record. @returns whether the number has changed */
  setRoomsLeft(date: CalendarDate, roomsLeft: number): boolean {
    const isChange = this.setRoomsLeftAt(this.dayOf(date), roomsLeft);
    this.isInventory ||= isChange;
    return isChange;
  }

  /**
   * Closes or opens the room on a date, and creates a missing record with no rooms.
   * @returns whether the room was in the other state before, or had no record
   */
  setClosed(date: CalendarDate, closed: boolean): boolean {
    const day = this.dayOf(date);
    const isNew = this.roomsLeft[day] === NO_RECORD;
    if (isNew) this.setRoomsLeftAt(day, 0);
    if (!isNew && this.closed[day] === closed) return false;
    this.closed[day] = closed;
    this.changedDays.add(day);
    this.restrictedDays.add(day);
    return true;
  }

  /**
   * Sets a price, or NOT_SET. It creates a missing record of the price, and a missing one of rooms left, with 0 rooms.
   * @returns whether the price has changed
   */
  setPrice(ratePlanId: RatePlanId, date: CalendarDate, price: CellPrice): boolean {
    return this.setPriceAt(ratePlanId, this.dayOf(date), price);
  }

  /** Sets a price by the position of its date, for many prices. */
  setPriceAt(ratePlanId: RatePlanId, day: number, price: CellPrice): boolean {
    const plan = this.planIndex(ratePlanId);
    const isNew = price === NOT_SET && this.loadedPrices.row(plan)[day] === NO_RECORD;
    if (!this.loadedPrices.set(plan, day, price)) return false;
    this.setsPrices ||= !isNew;
    if (this.roomsLeft[day] === NO_RECORD) this.setRoomsLeftAt(day, 0);
    return true;
  }

  /**
   * Creates a record without a price if a plan has none on a date. If prices were not loaded, every plan has a record.
   * @returns whether the record is new
   */
  createRecord(ratePlanId: RatePlanId, date: CalendarDate): boolean {
    if (!this.prices) return false;
    return this.priceOf(ratePlanId, date) === NO_RECORD && this.setPrice(ratePlanId, date, NOT_SET);
  }

  /**
   * Sets a restriction: nights, or 1 for a flag; 0 removes it. It creates a missing record without a price.
   * @returns whether the value has changed, or the record is new
   */
  setRestriction(ratePlanId: RatePlanId, date: CalendarDate, name: RestrictionName, value: number): boolean {
    const [plan, day] = [this.planIndex(ratePlanId), this.dayOf(date)];
    const isNew = this.createRestrictedRecord(plan, day);
    const packed = withRestriction(this.packedAt(plan, day), name, value);
    return this.loadedRestrictions.set(plan, day, packed) || isNew;
  }

  /** Sets the restrictions that a plan inherits from its parent. It creates a missing record without a price. */
  inheritRestrictions(
    ratePlanId: RatePlanId,
    date: CalendarDate,
    ofParent: PackedRestrictions,
    inherited: readonly RestrictionName[],
  ): void {
    const [plan, day] = [this.planIndex(ratePlanId), this.dayOf(date)];
    this.createRestrictedRecord(plan, day);
    this.loadedRestrictions.set(plan, day, inherit(ofParent, this.packedAt(plan, day), inherited));
  }

  /** Returns the changes since the last call; undefined if there are none. */
  takeChange(): RoomChange | undefined {
    const { prices, restrictions } = this;
    if (this.changedDays.size === 0 && !prices?.hasChanged && !restrictions?.hasChanged) return undefined;
    const { days, plans } = prices?.takeChanged() ?? NO_CHANGE;
    const restricted = restrictions?.takeChanged() ?? NO_CHANGE;
    const change: RoomChange = {
      roomId: this.roomId,
      roomsLeft: inOrder(this.changedDays).map((day) => this.roomsLeftCell(day)),
      isInventory: this.isInventory,
      hasPrices: this.setsPrices,
      restrictedDates: inOrder(this.restrictedDays).map((day) => this.dateAt(day)),
      ratePlanIds: plans.map((plan) => this.planAt(plan)),
      prices: days.map((day) => ({ date: this.dateAt(day), values: prices?.on(day, NO_RECORD) ?? [] })),
      restrictedPlanIds: restricted.plans.map((plan) => this.planAt(plan)),
      restrictions: restricted.days.map((day) => ({
        date: this.dateAt(day),
        values: restrictions?.on(day, 0) ?? [],
      })),
    };
    this.changedDays = new Set();
    this.restrictedDays = new Set();
    this.isInventory = this.setsPrices = false;
    return change;
  }

  /** Returns the differences of the room's own records from the stored state. */
  differencesOfRoomsLeft(): Differences<RoomsLeftCell> {
    const differences: Differences<RoomsLeftCell> = { updated: [], inserted: [] };
    this.stored.roomsLeft.forEach((stored, day) => {
      const cell = this.roomsLeftCell(day);
      if (this.roomsLeft[day] === stored && cell.closed === this.stored.closed[day]) return;
      const target = stored === NO_RECORD ? differences.inserted : differences.updated;
      target.push(cell);
    });
    return differences;
  }

  /** Returns the differences of prices from the stored state by date and plan. */
  differencesOfPrices(): Differences<PlanCell> {
    const differences: Differences<PlanCell> = { updated: [], inserted: [] };
    this.eachChangedPrice((ratePlanId, date, value, stored) => {
      const target = stored === NO_RECORD ? differences.inserted : differences.updated;
      target.push({ ratePlanId, date, value });
    });
    return differences;
  }

  /** Visits each price that differs from the stored one, by date and plan. */
  eachChangedPrice(
    visit: (ratePlanId: RatePlanId, date: CalendarDate, price: CellPrice, stored: CellPrice) => void,
  ): void {
    this.prices?.eachDifference(this.dates.length, (day, plan, value, stored) =>
      visit(this.planAt(plan), this.dateAt(day), value, stored),
    );
  }

  /** Returns the differences of restrictions from the stored state by date and plan. A new record has none yet. */
  differencesOfRestrictions(): PlanCell[] {
    const cells: PlanCell[] = [];
    this.restrictions?.eachDifference(this.dates.length, (day, plan, value) => {
      cells.push({ ratePlanId: this.planAt(plan), date: this.dateAt(day), value });
    });
    return cells;
  }

  /** Creates a record without a price if a plan has none on a day. @returns whether the record is new */
  private createRestrictedRecord(plan: number, day: number): boolean {
    if (this.loadedPrices.row(plan)[day] !== NO_RECORD) return false;
    this.restrictedDays.add(day);
    return this.setPriceAt(this.planAt(plan), day, NOT_SET);
  }

  private setRoomsLeftAt(day: number, roomsLeft: number): boolean {
    if (this.roomsLeft[day] === roomsLeft) return false;
    this.roomsLeft[day] = roomsLeft;
    this.changedDays.add(day);
    return true;
  }

  private roomsLeftCell(day: number): RoomsLeftCell {
    return { date: this.dateAt(day), roomsLeft: this.roomsLeft[day] ?? 0, closed: this.closed[day] ?? false };
  }

  private packedAt(plan: number, day: number): PackedRestrictions {
    return this.loadedRestrictions.row(plan)[day] ?? 0;
  }

  private get loadedPrices(): CellRows {
    if (!this.prices) throw new Error(`The prices of room ${this.roomId} were not loaded`);
    return this.prices;
  }

  private get loadedRestrictions(): CellRows {
    if (!this.restrictions) throw new Error(`The restrictions of room ${this.roomId} were not loaded`);
    return this.restrictions;
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
