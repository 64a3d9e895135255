import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { DateRange } from '../../platform/dates/date-range';
import { datesOf } from '../../platform/dates/date-range';
import type { PastCalendarsRepository, PastPlan, PastRoom, PastValues } from './past-calendars.repository';
import { toMicroseconds } from '../../platform/dates/microseconds';
import { notFound, ProblemException } from '../../platform/http/problem';
import type { PackedRestrictions } from '../../calendar/restrictions';
import { groupBy } from '../../calendar/group-by';
import { readNumbers } from '../../calendar/number-list';
import type { CalendarRoom, CalendarSource, HeldPrice, RoomFilter } from './calendar-source';
import { onlyRoom } from './calendar-source';
import type { Row } from './price-row';
import { NO_RECORD } from './price-row';
import { flagsOn } from './restrictions-json';

/** Reads calendars at a past moment. */
export class PastCalendars implements CalendarSource<PastPlan> {
  readonly at: string;

  /** @param asked the moment as an ISO 8601 date-time */
  constructor(
    private readonly past: PastCalendarsRepository,
    private readonly asked: string,
  ) {
    this.at = toMicroseconds(asked);
  }

  /** @throws ProblemException 404 if nothing is known of that moment */
  async findRooms(
    manager: EntityManager,
    filter: RoomFilter,
    limit: number,
    range: DateRange,
  ): Promise<CalendarRoom<PastPlan>[]> {
    const rooms = await this.past.findRooms(manager, this.at, filter, limit);
    if (rooms.every(({ isUnknown }) => isUnknown)) await this.assertKnown(manager);
    return this.complete(manager, rooms, range);
  }

  /** @throws ProblemException 404 if the room did not exist then, or if that is not known */
  async findRoom(manager: EntityManager, roomId: RoomId, range: DateRange): Promise<CalendarRoom<PastPlan>> {
    const [{ exists, knownSince, isKnown }, found] = await Promise.all([
      this.past.findKnown(manager, this.at, roomId),
      this.past.findRooms(manager, this.at, onlyRoom(roomId), 1),
    ]);
    if (!knownSince && !exists) throw notFound('room', roomId);
    if (!knownSince) throw new ProblemException(404, `The past of room ${roomId} is not known yet`);
    if (!isKnown) throw new ProblemException(404, `The past of room ${roomId} is known since ${knownSince}`);
    const [room] = await this.complete(manager, found, range);
    if (!room) throw new ProblemException(404, `There was no room ${roomId} at ${this.asked}`);
    return room;
  }

  /** Adds plans and rooms left. Occupied rooms are not pushed, so their past is not known. */
  private async complete(
    manager: EntityManager,
    rooms: PastRoom[],
    range: DateRange,
  ): Promise<CalendarRoom<PastPlan>[]> {
    const dates = datesOf(range);
    const lives = new Map(rooms.map(({ id, began }) => [id, began]));
    const [plans, availability] = await Promise.all([
      this.past.findPlans(manager, this.at, lives),
      this.past.readAvailability(manager, this.at, lives, dates),
    ]);
    const plansOf = groupBy(plans, ({ roomId }) => roomId);
    const daysOf = groupBy(availability, ({ roomId }) => roomId);
    return rooms.map(({ began: _, isUnknown: __, ...room }) => {
      const totalRooms = emptyRow(dates);
      const days = daysOf.get(room.id) ?? [];
      for (const { day, totalRooms: total } of days) totalRooms[day] = total;
      const closedDays = days.flatMap(({ day, closed }) => (closed ? day : []));
      return {
        ...room,
        totalRooms,
        occupiedRooms: emptyRow(dates),
        closed: flagsOn(closedDays, dates.length),
        plans: plansOf.get(room.id) ?? [],
      };
    });
  }

  findLines(manager: EntityManager, ratePlanIds: RatePlanId[]): Promise<PastPlan[]> {
    return this.past.findLines(manager, this.at, ratePlanIds);
  }

  async readPrices(
    manager: EntityManager,
    plans: PastPlan[],
    range: DateRange,
  ): Promise<Map<RatePlanId, Row>> {
    const dates = datesOf(range);
    const rows = new Map(plans.map(({ id }) => [id, emptyRow(dates)]));
    const lives = new Map(plans.map(({ roomId, roomBegan }) => [roomId, roomBegan]));
    const states = await this.past.readPrices(manager, this.at, lives, dates);
    placeValues(states, await this.findLayouts(manager, states), plans, rows);
    return rows;
  }

  async readRestrictions(
    manager: EntityManager,
    plans: PastPlan[],
    range: DateRange,
  ): Promise<Map<RatePlanId, PackedRestrictions[]>> {
    const dates = datesOf(range);
    const lives = new Map(plans.map(({ roomId, roomBegan }) => [roomId, roomBegan]));
    const states = await this.past.readRestrictions(manager, this.at, lives, dates);
    if (states.length === 0) return new Map();
    const rows = new Map(plans.map(({ id }) => [id, new Array<PackedRestrictions>(dates.length).fill(0)]));
    placeValues(states, await this.findLayouts(manager, states), plans, rows);
    return rows;
  }

  /** The past of held prices is not known. */
  findHeld(): Promise<Map<RatePlanId, HeldPrice[]>> {
    return Promise.resolve(new Map<RatePlanId, HeldPrice[]>());
  }

  private async assertKnown(manager: EntityManager): Promise<void> {
    const { knownSince, isKnown } = await this.past.findBeginning(manager, this.at);
    if (!isKnown) throw new ProblemException(404, `The past is known since ${knownSince}`);
  }

  private async findLayouts(
    manager: EntityManager,
    states: PastValues[],
  ): Promise<Map<number, RatePlanId[]>> {
    const ids = new Set(states.map(({ layoutId }) => layoutId));
    const layouts = await this.past.findLayouts(manager, [...ids]);
    return new Map(layouts.map(({ id, ratePlanIds }) => [id, ratePlanIds]));
  }
}

function emptyRow(dates: CalendarDate[]): Row {
  return new Array<number>(dates.length).fill(NO_RECORD);
}

/** Writes the values of days, which are ordered by layout, into the rows of their plans. */
function placeValues(
  states: PastValues[],
  layouts: Map<number, RatePlanId[]>,
  plans: PastPlan[],
  rows: Map<RatePlanId, Row>,
): void {
  const places = new Map(plans.map(({ id, roomId, began }) => [id, { roomId, began, row: rows.get(id) }]));
  for (const { roomId, day, layoutId, moment, values } of states) {
    const numbers = readNumbers(values);
    layouts.get(layoutId)?.forEach((ratePlanId, place) => {
      const plan = places.get(ratePlanId);
      // An earlier state may belong to another plan with the same id, in this room or in another one.
      if (plan?.row && plan.roomId === roomId && moment >= plan.began)
        plan.row[day] = numbers[place] ?? NO_RECORD;
    });
  }
}
