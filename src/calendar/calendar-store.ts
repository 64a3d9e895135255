import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../platform/database/id';
import { listText } from '../platform/database/list-text';
import type { Write } from '../platform/database/write';
import { send, write } from '../platform/database/write';
import type { CalendarRequest, LoadOptions } from './calendar-loader';
import { CalendarLoader } from './calendar-loader';
import * as sql from './calendar-statements';
import type { DatedRecords, RecordCount } from './dated-records';
import { DATED_RECORDS } from './dated-records';
import type { EffectiveTime } from './history/effective-time';
import { StateRepository } from './history/state.repository';
import type { LoadedCalendars } from './loaded-calendars';
import { momentText } from '../platform/dates/microseconds';
import type { RoomCalendar } from './room-calendar';
import type { RoomCalendars } from './room-calendars';
import type { RoomChange } from './room-change';

/** Changes that were saved, and when they take effect. */
export interface SavedChanges {
  changes: RoomChange[];
  effectiveTime: EffectiveTime;
}

/**
 * Loads the calendars of rooms under locks, and saves their differences through the repositories of the records by
 * date. Only this class calls the methods that write these records and the states of their past.
 */
@Injectable()
export class CalendarStore {
  constructor(
    private readonly loader: CalendarLoader,
    private readonly states: StateRepository,
    @Inject(DATED_RECORDS) private readonly records: readonly DatedRecords[],
  ) {}

  /** Loads and locks rooms. The past of a room without states begins with its present values. */
  async load(
    manager: EntityManager,
    requests: readonly CalendarRequest[],
    options?: LoadOptions,
  ): Promise<LoadedCalendars> {
    const loaded = await this.loader.load(manager, requests, options);
    if (!options?.areNew && !options?.withoutPasts) await this.beginPasts(manager, loaded, loaded.unknownIds);
    return loaded;
  }

  /** Begins the past of loaded rooms without states, with their present values. */
  async beginPasts(
    manager: EntityManager,
    loaded: LoadedCalendars,
    roomIds: readonly RoomId[],
  ): Promise<void> {
    const beginning = { at: momentText(loaded.beginning), entryId: null };
    for (const roomId of loaded.unknownIds) {
      if (!roomIds.includes(roomId)) continue;
      const planList = await this.states.recordAll(manager, roomId, beginning);
      if (planList) loaded.planListIds.set(roomId, planList.id);
      for (const record of this.records)
        if (!(await record.recordAll(manager, roomId, beginning, planList))) break;
    }
  }

  /** Reads calendars without locking their rooms. */
  read(
    manager: EntityManager,
    roomIds: readonly RoomId[],
    days: Pick<CalendarRequest, 'dates' | 'withRestrictions'>,
  ): Promise<RoomCalendars> {
    return this.loader.read(manager, roomIds, days);
  }

  /** Loads the prices of all plans above those of a request's tree. */
  loadAncestors(manager: EntityManager, loaded: LoadedCalendars, request: CalendarRequest): Promise<void> {
    return this.loader.loadAncestors(manager, loaded, request);
  }

  /**
   * Locks and loads rooms, lets `decide` change them in memory, and saves the differences under one journal entry.
   * @param decide pure; it runs once
   * @returns undefined if none of the rooms exists
   */
  async change<T>(
    manager: EntityManager,
    requests: readonly CalendarRequest[],
    entryId: string,
    decide: (calendars: RoomCalendars) => T,
    options?: LoadOptions,
  ): Promise<(SavedChanges & { result: T }) | undefined> {
    const loaded = await this.load(manager, requests, options);
    if (loaded.lockedIds.length === 0) return undefined;
    const result = decide(loaded.calendars);
    return { result, ...(await this.saveChanges(manager, loaded, entryId)) };
  }

  /** Saves the changes of loaded calendars at the next moment, under one journal entry. */
  async saveChanges(manager: EntityManager, loaded: LoadedCalendars, entryId: string): Promise<SavedChanges> {
    const moment = loaded.takeMoment();
    const changes = loaded.record(entryId, moment);
    await this.save(manager, loaded);
    return { changes, effectiveTime: { at: momentText(moment), entryId } };
  }

  /** Locks rooms for a change that is not about dates, and takes its moment; undefined if none of them exists. */
  async lockAndTakeMoment(
    manager: EntityManager,
    roomIds: readonly RoomId[],
    entryId: string,
    options?: LoadOptions,
  ): Promise<EffectiveTime | undefined> {
    const requests = roomIds.map((roomId) => ({ roomId, planIds: [], dates: [] }));
    return (await this.change(manager, requests, entryId, () => undefined, options))?.effectiveTime;
  }

  /** Counts the values by date of a plan, or of a room with all its plans, for the confirmation of a deletion. */
  async count(manager: EntityManager, roomId: RoomId, ratePlanId?: RatePlanId): Promise<RecordCount[]> {
    const counts = [];
    for (const record of this.records) counts.push(...(await record.count(manager, roomId, ratePlanId)));
    return counts;
  }

  /** Deletes the values by date of a plan, or of a room with all its plans. */
  async deleteCells(manager: EntityManager, roomId: RoomId, ratePlanId?: RatePlanId): Promise<void> {
    for (const record of this.records.toReversed()) await record.deleteAll(manager, roomId, ratePlanId);
  }

  /** Deletes the values by date of rooms with their whole past, as if they had never existed. */
  async erase(manager: EntityManager, roomIds: readonly RoomId[]): Promise<void> {
    for (const roomId of roomIds) await this.deleteCells(manager, roomId);
    for (const { past } of this.records)
      for (const table of past) await table.deleteOfRooms(manager, roomIds);
    await this.states.erase(manager, roomIds);
  }

  /** Makes sure that each changed room has a list of plans for its states. */
  async prepareStates(
    manager: EntityManager,
    { calendars, recorded, planListIds }: LoadedCalendars,
  ): Promise<void> {
    for (const { change } of recorded) {
      const { roomId, prices, restrictions } = change;
      if (prices.length + restrictions.length === 0 || planListIds.get(roomId) != null) continue;
      const plans = calendars.get(roomId).room.plans.map(({ id }) => id);
      const [planList] = await sql.ENSURE_PLAN_LIST.run<[{ id: number }]>(manager, [roomId, listText(plans)]);
      planListIds.set(roomId, planList.id);
    }
  }

  /** Saves the differences of all calendars, and the states that were recorded. */
  async save(manager: EntityManager, loaded: LoadedCalendars): Promise<void> {
    await this.prepareStates(manager, loaded);
    await send(manager, this.allWrites(loaded));
  }

  /** All statements that save the differences, after `prepareStates`. */
  allWrites(loaded: LoadedCalendars): Write[] {
    return [
      ...clockWrites(loaded),
      ...this.records.flatMap((record) => record.valueWrites(loaded.calendars.all)),
      ...this.records.flatMap((record) => record.stateWrites(loaded)),
      ...capacityWrites(loaded.calendars.all),
    ];
  }
}

function clockWrites({ lockedIds, lastMoment }: LoadedCalendars): Write[] {
  if (lastMoment === undefined) return [];
  return [write(sql.SET_CLOCKS, [listText(lockedIds), momentText(lastMoment)])];
}

function capacityWrites(calendars: RoomCalendar[]): Write[] {
  return calendars
    .filter(({ capacity, room }) => capacity !== room.capacity)
    .map(({ roomId, capacity: { maximumGuests, totalRooms, adults, children } }) =>
      write(sql.UPDATE_CAPACITY, [roomId, maximumGuests, totalRooms, adults, children]),
    );
}
