import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { byNumber } from '../../platform/database/id';
import type { DateRange } from '../../platform/dates/date-range';
import { datesOf } from '../../platform/dates/date-range';
import { notFound } from '../../platform/http/problem';
import type { PackedRestrictions } from '../../calendar/restrictions';
import { groupBy } from '../../calendar/group-by';
import { readNumbers } from '../../calendar/number-list';
import type { CalendarRoom, CalendarSource, HeldPrice, RoomFilter } from './calendar-source';
import { onlyRoom } from './calendar-source';
import type { PresentPlan, RoomNumbers, RoomOfCalendar } from './calendars.repository';
import { CalendarsRepository } from './calendars.repository';
import type { Row } from './price-row';
import { NO_RECORD, placeNumbers } from './price-row';
import { flagsOn } from './restrictions-json';

const NO_NUMBERS = { dayNumbers: null, totalRooms: null, occupiedRooms: null, closedDays: null };

/** Reads the present calendars. */
@Injectable()
export class PresentCalendars implements CalendarSource<PresentPlan> {
  readonly at = null;

  constructor(private readonly calendars: CalendarsRepository) {}

  async findRooms(
    manager: EntityManager,
    filter: RoomFilter,
    limit: number,
    range: DateRange,
  ): Promise<CalendarRoom<PresentPlan>[]> {
    const [rooms, plans] = await Promise.all([
      this.calendars.findRooms(manager, filter, limit),
      this.calendars.findPlans(manager, filter, limit),
    ]);
    const ids = rooms.map(({ id }) => id);
    return complete(rooms, plans, await this.calendars.readNumbers(manager, ids, range), range);
  }

  async findRoom(
    manager: EntityManager,
    roomId: RoomId,
    range: DateRange,
  ): Promise<CalendarRoom<PresentPlan>> {
    const only = onlyRoom(roomId);
    const [rooms, plans, numbers] = await Promise.all([
      this.calendars.findRooms(manager, only, 1),
      this.calendars.findPlans(manager, only, 1),
      this.calendars.readNumbers(manager, [roomId], range),
    ]);
    const [room] = complete(rooms, plans, numbers, range);
    if (!room) throw notFound('room', roomId);
    return room;
  }

  findLines(manager: EntityManager, ratePlanIds: RatePlanId[]): Promise<PresentPlan[]> {
    return this.calendars.findLines(manager, ratePlanIds);
  }

  async readPrices(
    manager: EntityManager,
    plans: PresentPlan[],
    range: DateRange,
  ): Promise<Map<RatePlanId, Row>> {
    const days = datesOf(range).length;
    const rows = await this.readWholeRooms(manager, plans, range, days);
    const gaps = plans.filter(({ id }) => !rows.has(id));
    if (gaps.length === 0) return rows;
    for (const { id } of gaps) rows.set(id, placeNumbers(null, null, days));
    for (const { id, dayNumbers, prices } of await this.calendars.readPlacedPrices(manager, gaps, range))
      rows.set(id, placeNumbers(dayNumbers, prices, days));
    return rows;
  }

  async readRestrictions(
    manager: EntityManager,
    plans: PresentPlan[],
    range: DateRange,
  ): Promise<Map<RatePlanId, PackedRestrictions[]>> {
    const days = datesOf(range).length;
    const roomIds = [...new Set(plans.map(({ roomId }) => roomId))];
    const found = await this.calendars.readRestrictions(manager, roomIds, range);
    return new Map(
      found.map(({ id, dayNumbers, restrictions }) => {
        const [places, packed] = [readNumbers(dayNumbers), readNumbers(restrictions)];
        const row = new Array<PackedRestrictions>(days).fill(0);
        for (const [index, day] of places.entries()) row[day] = packed[index] ?? 0;
        return [id, row];
      }),
    );
  }

  /** Returns the rows of the rooms of which all plans are requested and have a record on every day. */
  private async readWholeRooms(
    manager: EntityManager,
    plans: PresentPlan[],
    range: DateRange,
    days: number,
  ): Promise<Map<RatePlanId, Row>> {
    const rooms = groupBy(plans, ({ roomId }) => roomId);
    const whole = [...rooms].filter(([, ofRoom]) => ofRoom[0]?.plansOfRoom === ofRoom.length);
    const found = await this.calendars.readPrices(
      manager,
      whole.map(([roomId]) => roomId),
      range,
    );
    const rows = new Map<RatePlanId, Row>();
    for (const { roomId, prices } of found) {
      const ids = (rooms.get(roomId) ?? []).map(({ id }) => id).sort(byNumber);
      const numbers = readNumbers(prices);
      // A cell belongs to a plan of its room and is unique, so this number of cells means that none is
      // missing.
      if (numbers.length !== ids.length * days) continue;
      for (const [place, id] of ids.entries()) {
        const row = new Array<number>(days).fill(NO_RECORD);
        for (let day = 0; day < days; day++) row[day] = numbers[day * ids.length + place] ?? NO_RECORD;
        rows.set(id, row);
      }
    }
    return rows;
  }

  async findHeld(
    manager: EntityManager,
    plans: PresentPlan[],
    range: DateRange,
  ): Promise<Map<RatePlanId, HeldPrice[]>> {
    const holding = plans.filter(({ hasHeldPrices }) => hasHeldPrices);
    const held = holding.length > 0 ? await this.calendars.findHeld(manager, holding, range) : [];
    const byPlan = groupBy(held, ({ ratePlanId }) => ratePlanId);
    return new Map(
      [...byPlan].map(([id, ofPlan]) => [id, ofPlan.map(({ date, price }) => ({ date, price }))]),
    );
  }
}

/** Adds the plans and the numbers of rooms. @param numbers those of each room */
function complete(
  rooms: RoomOfCalendar[],
  plans: PresentPlan[],
  numbers: RoomNumbers[],
  range: DateRange,
): CalendarRoom<PresentPlan>[] {
  const days = datesOf(range).length;
  const plansOf = groupBy(plans, ({ roomId }) => roomId);
  return rooms.map((room, index) => {
    const { dayNumbers, totalRooms, occupiedRooms, closedDays } = numbers[index] ?? NO_NUMBERS;
    return {
      ...room,
      plans: plansOf.get(room.id) ?? [],
      totalRooms: placeNumbers(dayNumbers, totalRooms, days),
      occupiedRooms: placeNumbers(dayNumbers, occupiedRooms, days),
      closed: flagsOn(readNumbers(closedDays), days),
    };
  });
}
