import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { byNumber } from '../platform/database/id';
import { listText } from '../platform/database/list-text';
import { Distribution } from '../platform/database/distribution';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { CalendarPlan } from './calendar-plan';
import * as sql from './calendar-statements';
import { CellReader } from './cell-reader';
import type { NeededPrices, NeededValues } from './dated-records';
import { LoadedCalendars } from './loaded-calendars';
import { LoadedCells } from './loaded-cells';
import type { LoadedRoom, RoomCapacity } from './loaded-room';
import type { PlanSelection } from './room-calendars';
import { RoomCalendars } from './room-calendars';
import type { LockMode } from './worker-locks';
import { lockOnWorkers } from './worker-locks';

/** The part of a calendar that a push or a change needs. */
export interface CalendarRequest {
  roomId: RoomId;
  /** The plans whose trees are loaded with the room. */
  planIds: PlanSelection;
  dates: readonly CalendarDate[];
  /** Defaults to all prices. */
  prices?: NeededPrices;
  /** Whether restrictions are loaded as well. */
  withRestrictions?: boolean;
  /** Whether held prices are loaded as well. */
  withHeld?: boolean;
  /** Whether the prices of parents outside of the trees are loaded as well. */
  withParents?: boolean;
  /** The rooms that the trees are known to reach. Loading finds the others. */
  reachedRoomIds?: readonly RoomId[];
}

export interface LoadOptions {
  /** Skips rooms that another transaction has locked, instead of waiting for them. */
  skipLocked?: boolean;
  /** Whether the rooms were created in this transaction, so that nothing is stored for them. */
  areNew?: boolean;
  /** Leaves the beginning of pasts to the caller. */
  withoutPasts?: boolean;
  /** Reads without locks. The caller must not save anything. */
  withoutLocks?: boolean;
  /** Also finds the rooms with calls that have failed for their callers since this time. */
  failedSince?: Date;
}

interface RoomRow extends RoomCapacity {
  id: RoomId;
  propertyName: string | null;
  nextMoment: string;
  isKnown: boolean;
  plans: CalendarPlan[] | null;
  planListId: number | null;
  hasFailedCalls: boolean;
  isKnownServer: boolean;
}

/** The rooms that are locked now, and those for which this is not known yet. The others are not free. */
interface Locks {
  locked: ReadonlySet<RoomId>;
  unknown: ReadonlySet<RoomId>;
}

const NO_LOCKS: Locks = { locked: new Set(), unknown: new Set() };

type WantedDates = Map<RoomId, Set<CalendarDate>>;

/** Reads the calendars of several rooms under their locks in one round trip. */
@Injectable()
export class CalendarLoader {
  constructor(
    private readonly distribution: Distribution,
    private readonly reader: CellReader,
  ) {}

  /**
   * Locks the rooms of requests and all rooms that their plans reach, and loads the requested dates of each. A room
   * that does not exist is missing from the result. Rooms that are known only from a plan are locked after the others.
   * This may cause a deadlock, after which the transaction runs again.
   */
  async load(
    manager: EntityManager,
    requests: readonly CalendarRequest[],
    options: LoadOptions = {},
  ): Promise<LoadedCalendars> {
    const { skipLocked = false, withoutLocks = false, failedSince } = options;
    const loaded = new LoadedCalendars();
    const wanted: WantedDates = new Map();
    for (const { roomId, dates, reachedRoomIds = [] } of requests)
      for (const id of [roomId, ...reachedRoomIds]) addDates(wanted, id, dates);
    const needs = needsOf(requests);
    let missing = [...wanted.keys()];
    for (let isFirst = true; missing.length > 0; isFirst = false) {
      const ids = missing.sort(byNumber);
      const cells = new Map(ids.map((id) => [id, new LoadedCells(wanted.get(id) ?? [])]));
      const mode = !skipLocked ? 'wait' : isFirst ? 'freeTogether' : 'free';
      // The statements are sent together. The database runs them in order, so the later one already has the locks.
      const [locks, rows] = await Promise.all([
        withoutLocks ? NO_LOCKS : this.lock(manager, cells, mode),
        sql.LOAD_ROOMS.run<RoomRow[]>(manager, ids, failedSince),
        this.reader.load(manager, cells, needs),
      ]);
      const rooms = rows.filter(({ id }) => !locks.unknown.has(id));
      await this.addRooms(manager, loaded.calendars, rooms, cells);
      if (!withoutLocks) for (const room of rooms) loaded.addRoom(room, locks.locked.has(room.id));
      if (needs.prices === 'gaps' && rooms.some((room) => cells.get(room.id)?.hasGap(toRoom(room))))
        return this.load(manager, requests.map(withAllPrices), options);
      missing = [...locks.unknown, ...roomsToLoad(loaded, requests, wanted)];
    }
    await this.loadParents(manager, loaded, requests);
    return loaded;
  }

  /** Locks all of the rooms, or only the free ones. */
  private async lock(
    manager: EntityManager,
    cells: ReadonlyMap<RoomId, LoadedCells>,
    mode: LockMode,
  ): Promise<Locks> {
    const roomIds = [...cells.keys()];
    const ofRooms = mode === 'wait' ? sql.LOCK_ROOMS : sql.LOCK_FREE_ROOMS;
    const [rooms, onWorkers] = await Promise.all([
      ofRooms.run<{ id: RoomId }[]>(manager, roomIds),
      this.distribution.isOnCitus ? lockOnWorkers(manager, cells, mode) : undefined,
    ]);
    const ids = rooms.map(({ id }) => id);
    return {
      locked: new Set(onWorkers ? ids.filter((id) => onWorkers.get(id)) : ids),
      unknown: new Set(onWorkers && ids.filter((id) => !onWorkers.has(id))),
    };
  }

  /**
   * Loads the prices of the parents that are outside of the requests' trees.
   * The rooms of these parents need no lock: a push to such a parent locks the rooms of all plans below it.
   */
  private async loadParents(
    manager: EntityManager,
    { calendars, blocked }: LoadedCalendars,
    requests: readonly CalendarRequest[],
  ): Promise<void> {
    const incomplete = requests
      .filter(({ withParents, roomId }) => withParents && !blocked.has(roomId))
      .map((request) => ({ ...request, missing: parentsOutside(calendars, request) }))
      .filter(({ missing }) => missing.length > 0);
    if (incomplete.length === 0) return;
    const missing = listText(incomplete.flatMap((request) => request.missing));
    const found = await sql.FIND_ROOMS_OF_PLANS.run<{ roomId: RoomId }[]>(manager, [missing]);
    const roomIds = new Set(found.map(({ roomId }) => roomId));
    await this.readRooms(manager, calendars, [...roomIds], {
      dates: [...new Set(incomplete.flatMap(({ dates }) => dates))].sort(),
      withRestrictions: incomplete.some(({ withRestrictions }) => withRestrictions),
    });
  }

  /** Loads in the same way the prices of all plans above those of a request's tree. */
  async loadAncestors(
    manager: EntityManager,
    { calendars }: LoadedCalendars,
    request: CalendarRequest,
  ): Promise<void> {
    let missing = ancestorsOutside(calendars, request);
    while (missing.length > 0) {
      const found = await sql.FIND_ROOMS_OF_PLANS.run<{ roomId: RoomId }[]>(manager, [listText(missing)]);
      const roomIds = found.map(({ roomId }) => roomId);
      await this.readRooms(manager, calendars, roomIds, request);
      missing = roomIds.length > 0 ? ancestorsOutside(calendars, request) : [];
    }
  }

  /** Reads rooms without locking them. */
  async read(
    manager: EntityManager,
    roomIds: readonly RoomId[],
    days: Pick<CalendarRequest, 'dates' | 'withRestrictions'>,
  ): Promise<RoomCalendars> {
    const calendars = new RoomCalendars();
    await this.readRooms(manager, calendars, roomIds, days);
    return calendars;
  }

  private async readRooms(
    manager: EntityManager,
    calendars: RoomCalendars,
    roomIds: readonly RoomId[],
    { dates, withRestrictions = false }: Pick<CalendarRequest, 'dates' | 'withRestrictions'>,
  ): Promise<void> {
    if (roomIds.length === 0) return;
    const cells = new Map(roomIds.map((id) => [id, new LoadedCells(dates)]));
    const [rooms] = await Promise.all([
      sql.LOAD_ROOMS.run<RoomRow[]>(manager, [...roomIds], undefined),
      this.reader.load(manager, cells, { prices: 'all', withRestrictions, withHeld: false }),
    ]);
    await this.addRooms(manager, calendars, rooms, cells);
  }

  private async addRooms(
    manager: EntityManager,
    calendars: RoomCalendars,
    rooms: RoomRow[],
    cells: ReadonlyMap<RoomId, LoadedCells>,
  ): Promise<void> {
    for (const row of rooms) {
      const ofRoom = cells.get(row.id) as LoadedCells;
      const room = toRoom(row);
      await this.reader.complete(manager, room, ofRoom);
      calendars.add(ofRoom.toCalendar(room));
      for (const plan of row.plans ?? []) if (plan.roomId !== row.id) calendars.addPlan(plan);
    }
  }
}

/** Returns the values that at least one of the requests needs. */
function needsOf(requests: readonly CalendarRequest[]): NeededValues {
  const needed = new Set(requests.map(({ prices = 'all' }) => prices));
  return {
    prices: (['all', 'gaps'] as const).find((prices) => needed.has(prices)) ?? 'none',
    withRestrictions: requests.some(({ withRestrictions }) => withRestrictions),
    withHeld: requests.some(({ withHeld }) => withHeld),
  };
}

function withAllPrices(request: CalendarRequest): CalendarRequest {
  return { ...request, prices: 'all' };
}

/** The plans outside of a request's tree from which its plans derive; none if it needs no prices. */
function parentsOutside(calendars: RoomCalendars, { roomId, planIds }: CalendarRequest): RatePlanId[] {
  if (calendars.find(roomId)?.knowsPrices === false) return [];
  const parentIds = calendars.treeOf(roomId, planIds).flatMap((plan) => plan.derivedFromId ?? []);
  return parentIds.filter((id) => !calendars.find(calendars.plan(id)?.roomId as RoomId)?.has(id));
}

/** The nearest ancestors of a tree's plans whose rooms are not loaded. */
function ancestorsOutside(calendars: RoomCalendars, { roomId, planIds }: CalendarRequest): RatePlanId[] {
  const missing = new Set<RatePlanId>();
  const seen = new Set<RatePlanId>();
  for (const plan of calendars.treeOf(roomId, planIds)) {
    let parentId = plan.derivedFromId;
    while (parentId && !seen.has(parentId)) {
      seen.add(parentId);
      const parent = calendars.plan(parentId);
      if (!parent || !calendars.find(parent.roomId)) missing.add(parentId);
      parentId = parent?.derivedFromId ?? null;
    }
  }
  return [...missing];
}

function toRoom({ id, propertyName, plans, ...row }: RoomRow): LoadedRoom {
  const { maximumGuests, totalRooms, adults, children } = row;
  const capacity = { maximumGuests, totalRooms, adults, children };
  return { id, propertyName, capacity, plans: (plans ?? []).filter((plan) => plan.roomId === id) };
}

/** Returns the reached rooms that are not loaded yet, or not on all of the wanted dates. */
function roomsToLoad(
  { calendars }: LoadedCalendars,
  requests: readonly CalendarRequest[],
  wanted: WantedDates,
): RoomId[] {
  const missing = new Set<RoomId>();
  for (const { roomId, planIds, dates } of requests) {
    for (const plan of calendars.treeOf(roomId, planIds)) {
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
