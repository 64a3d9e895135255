import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../database/id';
import type { DateRange } from '../dates/date-range';
import { datesOf } from '../dates/date-range';
import type {
  PastCalendarsRepository,
  PastDay,
  PastPlan,
  PastRoom,
} from '../history/past-calendars.repository';
import { ProblemException } from '../http/problem';
import type { CalendarRows, CalendarSource, HeldPriceOfDay, RoomFilter } from './calendar-source';
import type { Row } from './price-row';
import { NO_RECORD, readNumbers } from './price-row';

/** Reads calendars as they stood at a moment. */
export class PastCalendars implements CalendarSource<PastRoom, PastPlan> {
  constructor(
    private readonly past: PastCalendarsRepository,
    readonly at: string,
  ) {}

  /** @throws ProblemException 404 where nothing is known of that moment yet */
  async findRooms(manager: EntityManager, filter: RoomFilter, limit: number): Promise<PastRoom[]> {
    const rooms = await this.past.findRooms(manager, this.at, filter, limit);
    if (rooms.every(({ isUnknown }) => isUnknown)) {
      const { knownSince, isKnown } = await this.past.findBeginning(manager, this.at);
      if (!isKnown) throw new ProblemException(404, `The past is known since ${knownSince}`);
    }
    return rooms;
  }

  findPlans(manager: EntityManager, rooms: PastRoom[]): Promise<PastPlan[]> {
    return this.past.findPlans(manager, this.at, rooms);
  }

  findLines(manager: EntityManager, ratePlanIds: RatePlanId[]): Promise<PastPlan[]> {
    return this.past.findLines(manager, this.at, ratePlanIds);
  }

  /** Occupied rooms are not pushed, and so not known of the past. */
  async readRows(
    manager: EntityManager,
    rooms: PastRoom[],
    plans: PastPlan[],
    range: DateRange,
  ): Promise<CalendarRows> {
    const dates = datesOf(range);
    const emptyRow = () => new Array<number>(dates.length).fill(NO_RECORD);
    const beginnings = new Map<RoomId, string>([
      ...rooms.map(({ id, began }) => [id, began] as const),
      ...plans.map(({ roomId, roomBegan }) => [roomId, roomBegan] as const),
    ]);
    const days = await this.past.readDays(
      manager,
      this.at,
      [...beginnings.keys()],
      [...beginnings.values()],
      dates,
    );
    const rows: CalendarRows = {
      rooms: new Map(rooms.map(({ id }) => [id, { totalRooms: emptyRow(), occupiedRooms: emptyRow() }])),
      plans: new Map(plans.map(({ id }) => [id, emptyRow()])),
    };
    for (const { roomId, day, totalRooms } of days) {
      const ofRoom = rows.rooms.get(roomId);
      if (ofRoom) ofRoom.totalRooms[day] = totalRooms;
    }
    placePrices(days, await this.findLayouts(manager, days), plans, rows.plans);
    return rows;
  }

  /** Which prices were held at a moment is not known. */
  findHeld(): Promise<Map<RatePlanId, HeldPriceOfDay[]>> {
    return Promise.resolve(new Map());
  }

  private async findLayouts(manager: EntityManager, days: PastDay[]): Promise<Map<number, RatePlanId[]>> {
    const ids = new Set(days.flatMap(({ layoutId }) => layoutId ?? []));
    const layouts = await this.past.findLayouts(manager, [...ids]);
    return new Map(layouts.map(({ id, ratePlanIds }) => [id, ratePlanIds]));
  }
}

/** Puts the prices of days, which stand by the places of a layout, into the rows of their plans. */
function placePrices(
  days: PastDay[],
  layouts: Map<number, RatePlanId[]>,
  plans: PastPlan[],
  rows: Map<RatePlanId, Row>,
): void {
  const places = new Map(plans.map(({ id, roomId, began }) => [id, { roomId, began, row: rows.get(id) }]));
  for (const { roomId, day, layoutId, moment, prices } of days) {
    if (layoutId === null || moment === null || prices === null) continue;
    const numbers = readNumbers(prices);
    layouts.get(layoutId)?.forEach((ratePlanId, place) => {
      const plan = places.get(ratePlanId);
      // A state from before may be about an earlier plan of the same id, in this room or in another one.
      if (plan?.row && plan.roomId === roomId && moment >= plan.began)
        plan.row[day] = numbers[place] ?? NO_RECORD;
    });
  }
}
