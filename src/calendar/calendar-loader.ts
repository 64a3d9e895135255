import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { byNumber } from '../platform/database/id';
import { listText } from '../platform/database/list-text';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { CalendarPlan } from './calendar-plan';
import * as sql from './calendar-statements';
import { LoadedCalendars } from './loaded-calendars';
import { LoadedCells } from './loaded-cells';
import type { LoadedRoom, RoomCapacity } from './room-calendar';
import type { Roots } from './room-calendars';
import { RoomCalendars } from './room-calendars';

/** What a push or a change is about. */
export interface CalendarRequest {
  roomId: RoomId;
  /** The plans whose trees are loaded with the room. */
  roots: Roots;
  dates: readonly CalendarDate[];
}

export interface LoadOptions {
  /** Leaves rooms alone that another transaction has locked, instead of waiting for them. */
  skipLocked?: boolean;
  /** Rooms that the requests reach, as far as they are known; any other is found while loading. */
  roomIds?: readonly RoomId[];
  /** Whether the rooms were created in this transaction: nothing was there before. */
  areNew?: boolean;
  /** Reads only: nothing may be saved. */
  withoutLocks?: boolean;
  /** Looks for calls that have failed for their callers since then. */
  failedSince?: Date;
}

interface RoomRow extends RoomCapacity {
  id: RoomId;
  propertyName: string | null;
  nextMoment: string;
  isKnown: boolean;
  plans: CalendarPlan[] | null;
  layoutId: number | null;
  hasUndelivered: boolean;
  isKnownServer: boolean;
}

/** The dates that are wanted of each room. */
type WantedDates = Map<RoomId, Set<CalendarDate>>;

/** Reads the calendars of rooms under their locks: several rooms in one round trip. */
@Injectable()
export class CalendarLoader {
  /**
   * Locks the rooms of requests and all rooms that their plans reach, and loads the requested dates of each. A room that
   * does not exist is missing from the result. Rooms that are known only from a plan are locked after the others, which
   * may end in a deadlock; the transaction is then run again.
   */
  async load(
    manager: EntityManager,
    requests: readonly CalendarRequest[],
    { skipLocked = false, withoutLocks = false, roomIds = [], failedSince }: LoadOptions = {},
  ): Promise<LoadedCalendars> {
    const loaded = new LoadedCalendars();
    const wanted: WantedDates = new Map();
    for (const { roomId, dates } of requests)
      for (const id of [roomId, ...roomIds]) addDates(wanted, id, dates);
    let missing = [...wanted.keys()];
    while (missing.length > 0) {
      const ids = missing.sort(byNumber);
      const cells = new Map(ids.map((id) => [id, new LoadedCells(wanted.get(id) ?? [])]));
      // Sent together: the database begins each statement when the one before has ended, and so under the locks.
      const [locked, rooms] = await Promise.all([
        withoutLocks
          ? []
          : (skipLocked ? sql.LOCK_FREE_ROOMS : sql.LOCK_ROOMS).run<{ id: RoomId }[]>(manager, ids),
        sql.LOAD_ROOMS.run<RoomRow[]>(manager, ids, failedSince),
        readCells(manager, cells),
      ]);
      const lockedIds = new Set(locked.map(({ id }) => id));
      await addRooms(manager, loaded.calendars, rooms, cells);
      if (!withoutLocks) for (const room of rooms) loaded.noteLock(room, lockedIds.has(room.id));
      missing = roomsToLoad(loaded, requests, wanted);
    }
    return loaded;
  }

  /**
   * Loads the prices of plans outside of a request's tree from which its plans derive. Their rooms need no lock: a push
   * to such a parent locks the rooms of all plans below it.
   */
  async loadParents(
    manager: EntityManager,
    loaded: LoadedCalendars,
    { roomId, roots, dates }: CalendarRequest,
  ): Promise<void> {
    const missing = parentsOutside(loaded, { roomId, roots, dates });
    if (missing.length === 0) return;
    const found = await sql.FIND_ROOMS_OF_PLANS.run<{ roomId: RoomId }[]>(manager, [listText(missing)]);
    await readRooms(
      manager,
      loaded.calendars,
      found.map((plan) => plan.roomId),
      dates,
    );
  }

  /** Reads rooms without locking them. */
  async read(
    manager: EntityManager,
    roomIds: readonly RoomId[],
    dates: readonly CalendarDate[],
  ): Promise<RoomCalendars> {
    const calendars = new RoomCalendars();
    await readRooms(manager, calendars, roomIds, dates);
    return calendars;
  }
}

async function readRooms(
  manager: EntityManager,
  calendars: RoomCalendars,
  roomIds: readonly RoomId[],
  dates: readonly CalendarDate[],
): Promise<void> {
  if (roomIds.length === 0) return;
  const cells = new Map(roomIds.map((id) => [id, new LoadedCells(dates)]));
  const [rooms] = await Promise.all([
    sql.LOAD_ROOMS.run<RoomRow[]>(manager, [...roomIds], undefined),
    readCells(manager, cells),
  ]);
  await addRooms(manager, calendars, rooms, cells);
}

/** The plans outside of a request's tree from which its plans derive. */
export function parentsOutside(
  { calendars }: LoadedCalendars,
  { roomId, roots }: CalendarRequest,
): RatePlanId[] {
  const parentIds = calendars.treeOf(roomId, roots).flatMap((plan) => plan.derivedFromId ?? []);
  return parentIds.filter((id) => !calendars.find(calendars.plan(id)?.roomId as RoomId)?.has(id));
}

async function addRooms(
  manager: EntityManager,
  calendars: RoomCalendars,
  rooms: RoomRow[],
  cells: Map<RoomId, LoadedCells>,
): Promise<void> {
  for (const row of rooms) {
    const ofRoom = cells.get(row.id) as LoadedCells;
    const plans = row.plans ?? [];
    const room = toRoom(row);
    await completeRange(manager, room, ofRoom);
    calendars.add(ofRoom.toCalendar(room));
    for (const plan of plans) if (plan.roomId !== row.id) calendars.addPlan(plan);
  }
}

function toRoom({ id, propertyName, plans, ...row }: RoomRow): LoadedRoom {
  const { maximumGuests, totalRooms, adults, children } = row;
  const capacity = { maximumGuests, totalRooms, adults, children };
  return { id, propertyName, capacity, plans: (plans ?? []).filter((plan) => plan.roomId === id) };
}

/** The rooms that requests reach and of which something is still missing: the room itself, or some of the dates. */
function roomsToLoad(
  { calendars }: LoadedCalendars,
  requests: readonly CalendarRequest[],
  wanted: WantedDates,
): RoomId[] {
  const missing = new Set<RoomId>();
  for (const { roomId, roots, dates } of requests) {
    for (const plan of calendars.treeOf(roomId, roots)) {
      if (plan.roomId !== roomId && addDates(wanted, plan.roomId, dates)) missing.add(plan.roomId);
    }
  }
  return [...missing];
}

/** @returns whether the room, or one of the dates, was not wanted before */
function addDates(wanted: WantedDates, roomId: RoomId, dates: readonly CalendarDate[]): boolean {
  const known = wanted.get(roomId);
  if (known && dates.every((date) => known.has(date))) return false;
  wanted.set(roomId, new Set([...(known ?? []), ...dates]));
  return true;
}

/** Reads cells, except for the prices of ranges in which a plan lacks records. */
async function readCells(manager: EntityManager, cells: Map<RoomId, LoadedCells>): Promise<void> {
  const ofRanges = [...cells].filter(([, { isRange }]) => isRange);
  const others = [...cells].filter(([, { isRange, dates }]) => !isRange && dates.length > 0);
  await Promise.all([
    ...(others.length > 0 ? [readDates(manager, new Map(others))] : []),
    ...ofRanges.map(([roomId, ofRoom]) => readRange(manager, roomId, ofRoom)),
  ]);
}

async function readDates(manager: EntityManager, cells: Map<RoomId, LoadedCells>): Promise<void> {
  const roomIds: RoomId[] = [];
  const dates: CalendarDate[] = [];
  for (const [roomId, ofRoom] of cells) {
    for (const date of ofRoom.dates) {
      roomIds.push(roomId);
      dates.push(date);
    }
  }
  const parameters = [listText(roomIds), listText(dates)];
  const [days, prices] = await Promise.all([
    sql.LOAD_ROOMS_LEFT.run<{ roomId: RoomId; date: CalendarDate; total: number; occupied: number }[]>(
      manager,
      parameters,
    ),
    sql.LOAD_PRICES.run<{ roomId: RoomId; date: CalendarDate; plans: string; prices: string }[]>(
      manager,
      parameters,
    ),
  ]);
  for (const { roomId, date, total, occupied } of days)
    cells.get(roomId)?.setRoomsLeft(date, total, occupied);
  for (const row of prices) cells.get(row.roomId)?.setPrices(row.date, row.plans, row.prices);
}

interface RoomsLeftOfRange {
  days: string | null;
  totals: string | null;
  occupied: string | null;
}

async function readRange(manager: EntityManager, roomId: RoomId, cells: LoadedCells): Promise<void> {
  const range = [roomId, cells.dates[0], cells.dates.at(-1)];
  const [[found], [prices]] = await Promise.all([
    sql.LOAD_ROOMS_LEFT_OF_RANGE.run<[RoomsLeftOfRange]>(manager, range),
    sql.LOAD_PRICES_OF_RANGE.run<[{ count: number; prices: string | null }]>(manager, range),
  ]);
  cells.setRoomsLeftOfRange(found.days, found.totals, found.occupied);
  cells.pricesOfRange = prices;
}

/** Places the prices of a range. Where plans lack records, they are read once more, with their places. */
async function completeRange(
  manager: EntityManager,
  { id, plans }: LoadedRoom,
  cells: LoadedCells,
): Promise<void> {
  const { count = 0, prices = null } = cells.pricesOfRange ?? {};
  if (count === 0) return;
  if (count === cells.days * plans.length) {
    cells.setPricesOfRange(
      plans.map((plan) => plan.id),
      prices,
    );
    return;
  }
  const range = [id, cells.dates[0], cells.dates.at(-1)];
  const [sparse] = await sql.LOAD_SPARSE_PRICES_OF_RANGE.run<
    [{ days: string; plans: string; prices: string }]
  >(manager, range);
  cells.setSparsePrices(sparse.days, sparse.plans, sparse.prices);
}
