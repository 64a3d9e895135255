import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { byNumber } from '../platform/database/id';
import { listText } from '../platform/database/list-text';
import type { PreparedStatement } from '../platform/database/prepared-statement';
import type { Write } from '../platform/database/write';
import { send } from '../platform/database/write';
import { daysBetween } from '../platform/dates/calendar-date';
import type { CalendarRequest, LoadOptions } from './calendar-loader';
import { CalendarLoader } from './calendar-loader';
import * as sql from './calendar-statements';
import type { Moment } from './history/moment';
import { StateRepository } from './history/state.repository';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { LoadedCalendars, RecordedChange } from './loaded-calendars';
import { momentText } from './moment';
import type { PriceCell, RoomCalendar, RoomsLeftCell } from './room-calendar';
import { NOT_SET } from './room-calendar';
import type { RoomCalendars } from './room-calendars';

/** A grid of fewer prices gains nothing over a join. */
const MIN_GRID = 300;
/** In a grid, a cell that keeps its value. */
const KEPT = -1;

/** Cells, and beside them their rooms: an object with both for each of thousands would take longer than all else. */
interface CellsOfRooms<T> {
  roomIds: RoomId[];
  cells: T[];
}

/**
 * Loads the calendars of rooms under locks, and saves how they differ. This is the only code that writes the two tables
 * by date and the states of their past.
 */
@Injectable()
export class CalendarStore {
  constructor(
    private readonly loader: CalendarLoader,
    private readonly states: StateRepository,
  ) {}

  /** Loads and locks, as the loader does. The past of a room that is met for the first time begins with what is found. */
  async load(
    manager: EntityManager,
    requests: readonly CalendarRequest[],
    options?: LoadOptions,
  ): Promise<LoadedCalendars> {
    const loaded = await this.loader.load(manager, requests, options);
    if (options?.areNew) return loaded;
    const beginning = { at: momentText(loaded.beginning), entryId: null };
    for (const roomId of loaded.unknownIds) await this.states.recordAll(manager, roomId, beginning);
    return loaded;
  }

  /** Reads calendars without locking their rooms. */
  read(
    manager: EntityManager,
    roomIds: readonly RoomId[],
    dates: readonly CalendarDate[],
  ): Promise<RoomCalendars> {
    return this.loader.read(manager, roomIds, dates);
  }

  /** Loads the prices of plans outside of a request's tree from which its plans derive. */
  loadParents(manager: EntityManager, loaded: LoadedCalendars, request: CalendarRequest): Promise<void> {
    return this.loader.loadParents(manager, loaded, request);
  }

  /** Locks rooms for a change that is not about dates, and takes its moment; undefined where none of them exists. */
  async advance(
    manager: EntityManager,
    roomIds: readonly RoomId[],
    entryId: string,
    options?: LoadOptions,
  ): Promise<Moment | undefined> {
    const requests = roomIds.map((roomId) => ({ roomId, roots: [], dates: [] }));
    const loaded = await this.load(manager, requests, options);
    if (loaded.lockedIds.length === 0) return undefined;
    const at = momentText(loaded.takeMoment());
    await send(manager, this.writesOf(loaded));
    return { at, entryId };
  }

  /** Deletes what is stored by date for a plan, or for a room with all its plans. */
  async deleteCells(manager: EntityManager, roomId: RoomId, ratePlanId?: RatePlanId): Promise<void> {
    if (ratePlanId) {
      await sql.DELETE_PRICES_OF_PLAN.run(manager, [roomId, ratePlanId]);
      return;
    }
    await send(manager, [write(sql.DELETE_PRICES, [roomId]), write(sql.DELETE_ROOMS_LEFT, [roomId])]);
  }

  /** Makes sure that each changed room has a layout for its states. */
  async prepareStates(
    manager: EntityManager,
    { calendars, recorded, layoutIds }: LoadedCalendars,
  ): Promise<void> {
    for (const { change } of recorded) {
      const { roomId, prices } = change;
      if (prices.length === 0 || layoutIds.get(roomId) != null) continue;
      const plans = calendars.get(roomId).room.plans.map(({ id }) => id);
      const [layout] = await sql.ENSURE_LAYOUT.run<[{ id: number }]>(manager, [roomId, listText(plans)]);
      layoutIds.set(roomId, layout.id);
    }
  }

  /** Saves the differences of all calendars, and the states that were recorded. */
  async save(manager: EntityManager, loaded: LoadedCalendars): Promise<void> {
    await this.prepareStates(manager, loaded);
    await send(manager, this.writesOf(loaded));
  }

  /** The statements that `save` sends, after `prepareStates`. */
  writesOf(loaded: LoadedCalendars): Write[] {
    return [
      ...clockWrites(loaded),
      ...roomsLeftWrites(loaded.calendars.all),
      ...priceWrites(loaded.calendars.all),
      ...stateWrites(loaded),
      ...capacityWrites(loaded.calendars.all),
    ];
  }
}

function clockWrites({ lockedIds, lastMoment }: LoadedCalendars): Write[] {
  if (lastMoment === undefined) return [];
  return [write(sql.SET_CLOCKS, [listText(lockedIds), momentText(lastMoment)])];
}

function roomsLeftWrites(calendars: RoomCalendar[]): Write[] {
  const updated: CellsOfRooms<RoomsLeftCell> = { roomIds: [], cells: [] };
  const inserted: CellsOfRooms<RoomsLeftCell> = { roomIds: [], cells: [] };
  for (const calendar of calendars) {
    const differences = calendar.differencesOfRoomsLeft();
    addCells(updated, calendar.roomId, differences.updated);
    addCells(inserted, calendar.roomId, differences.inserted);
  }
  const columns = (cells: RoomsLeftCell[]) => [
    listText(cells.map(({ date }) => date)),
    listText(cells.map(({ total }) => total)),
  ];
  return [
    ...writeOfCells(sql.UPDATE_ROOMS_LEFT, updated, columns),
    ...writeOfCells(sql.INSERT_ROOMS_LEFT, inserted, columns),
  ];
}

function priceWrites(calendars: RoomCalendar[]): Write[] {
  const grids: Write[] = [];
  const updated: CellsOfRooms<PriceCell> = { roomIds: [], cells: [] };
  const inserted: CellsOfRooms<PriceCell> = { roomIds: [], cells: [] };
  for (const calendar of calendars) {
    const { roomId } = calendar;
    const differences = calendar.differencesOfPrices();
    const grid = gridWrite(roomId, differences.updated);
    if (grid) grids.push(grid);
    else addCells(updated, roomId, differences.updated);
    addCells(inserted, roomId, differences.inserted);
  }
  const columns = (cells: PriceCell[]) => [
    listText(cells.map(({ date }) => date)),
    listText(cells.map(({ ratePlanId }) => ratePlanId)),
    listText(cells.map(({ price }) => price)),
  ];
  return [
    ...grids,
    ...writeOfCells(sql.UPDATE_PRICES, updated, columns),
    ...writeOfCells(sql.INSERT_PRICES, inserted, columns),
  ];
}

function addCells<T>({ roomIds, cells }: CellsOfRooms<T>, roomId: RoomId, added: readonly T[]): void {
  for (const cell of added) {
    cells.push(cell);
    roomIds.push(roomId);
  }
}

/** The statement for many prices of one room that fill at least half of a block; undefined where a join is better. */
function gridWrite(roomId: RoomId, cells: readonly PriceCell[]): Write | undefined {
  const [first] = cells;
  const last = cells.at(-1);
  if (!first || !last || cells.length < MIN_GRID) return undefined;
  const plans = [...new Set(cells.map(({ ratePlanId }) => ratePlanId))].sort(byNumber);
  const size = (daysBetween(first.date, last.date) + 1) * plans.length;
  if (size > 2 * cells.length || cells.some(({ price }) => price === NOT_SET)) return undefined;
  const positionOf = new Map(plans.map((plan, position) => [plan, position]));
  const dayOf = new Map<string, number>();
  const grid = new Array<number>(size).fill(KEPT);
  for (const { ratePlanId, date, price } of cells) {
    let day = dayOf.get(date);
    if (day === undefined) dayOf.set(date, (day = daysBetween(first.date, date)));
    grid[day * plans.length + (positionOf.get(ratePlanId) ?? 0)] = price;
  }
  const statement = size === cells.length ? sql.UPDATE_PRICE_GRID : sql.UPDATE_SPARSE_PRICE_GRID;
  return write(statement, [roomId, listText(plans), first.date, last.date, listText(grid)]);
}

function stateWrites({ recorded, layoutIds }: LoadedCalendars): Write[] {
  const writes: Write[] = [];
  const roomsLeft = columnsOf(recorded, ({ change }) => change.roomsLeft);
  if (roomsLeft.days.length > 0) {
    const { keys, days, origins } = roomsLeft;
    const totals = listText(days.map(({ total }) => total));
    writes.push(write(sql.INSERT_AVAILABILITY_STATES, [...keys, totals, ...origins]));
  }
  const prices = columnsOf(recorded, ({ change }) => change.prices);
  if (prices.days.length > 0) {
    const { keys, days, roomIds, origins } = prices;
    const layouts = listText(roomIds.map((roomId) => layoutIds.get(roomId) ?? null));
    const texts = `{"${days.map((day) => stateText(day.prices)).join('","')}"}`;
    writes.push(write(sql.INSERT_PRICE_STATES, [...keys, layouts, ...origins, texts]));
  }
  return writes;
}

/** The states of changes, column by column: an object for each of thousands would take longer than all else. */
function columnsOf<T extends { date: CalendarDate }>(
  recorded: readonly RecordedChange[],
  daysOf: (change: RecordedChange) => readonly T[],
) {
  const days: T[] = [];
  const roomIds: RoomId[] = [];
  const moments: string[] = [];
  const entryIds: string[] = [];
  for (const each of recorded) {
    const at = momentText(each.moment);
    for (const day of daysOf(each)) {
      days.push(day);
      roomIds.push(each.change.roomId);
      moments.push(at);
      entryIds.push(each.entryId);
    }
  }
  const keys = [listText(roomIds), listText(days.map(({ date }) => date))];
  return { days, roomIds, keys, origins: [listText(moments), listText(entryIds)] };
}

/** The prices of a state: NULL is not set. */
function stateText(prices: readonly number[]): string {
  const text = prices.join();
  return `{${prices.includes(NOT_SET) ? text.replaceAll(String(NOT_SET), 'NULL') : text}}`;
}

function capacityWrites(calendars: RoomCalendar[]): Write[] {
  return calendars
    .filter(({ capacity, room }) => capacity !== room.capacity)
    .map(({ roomId, capacity: { maximumGuests, totalRooms, adults, children } }) =>
      write(sql.UPDATE_CAPACITY, [roomId, maximumGuests, totalRooms, adults, children]),
    );
}

function writeOfCells<T>(
  statement: PreparedStatement,
  { roomIds, cells }: CellsOfRooms<T>,
  columns: (cells: T[]) => string[],
): Write[] {
  return cells.length > 0 ? [write(statement, [listText(roomIds), ...columns(cells)])] : [];
}

function write(statement: PreparedStatement, values: unknown[]): Write {
  return { statement, values };
}
