import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { byNumber } from '../../platform/database/id';
import type { DateRange } from '../../platform/dates/date-range';
import { datesOf } from '../../platform/dates/date-range';
import { notFound } from '../../platform/http/problem';
import { groupBy } from '../../calendar/group-by';
import type { CalendarRoom, CalendarSource, HeldPrice, RoomFilter } from './calendar-source';
import { onlyRoom } from './calendar-source';
import type { PresentPlan } from './calendars.repository';
import { CalendarsRepository } from './calendars.repository';
import type { Row } from './price-row';
import { NO_RECORD, placeNumbers, readNumbers } from './price-row';

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
    const days = datesOf(range).length;
    const [rooms, plans] = await Promise.all([
      this.calendars.findRooms(manager, filter, limit, range),
      this.calendars.findPlans(manager, filter, limit),
    ]);
    const plansOf = groupBy(plans, ({ roomId }) => roomId);
    return rooms.map(({ dayNumbers, totalRooms, occupiedRooms, ...room }) => ({
      ...room,
      plans: plansOf.get(room.id) ?? [],
      totalRooms: placeNumbers(dayNumbers, totalRooms, days),
      occupiedRooms: placeNumbers(dayNumbers, occupiedRooms, days),
    }));
  }

  async findRoom(
    manager: EntityManager,
    roomId: RoomId,
    range: DateRange,
  ): Promise<CalendarRoom<PresentPlan>> {
    const [room] = await this.findRooms(manager, onlyRoom(roomId), 1, range);
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
    for (const { id, dayNumbers, prices } of await this.calendars.readPlacedPrices(manager, gaps, range))
      rows.set(id, placeNumbers(dayNumbers, prices, days));
    return rows;
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
      for (const [place, id] of ids.entries())
        rows.set(
          id,
          Array.from({ length: days }, (_, day) => numbers[day * ids.length + place] ?? NO_RECORD),
        );
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
