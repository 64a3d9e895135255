import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { DateRange } from '../../platform/dates/date-range';
import { datesOf } from '../../platform/dates/date-range';
import { notFound } from '../../platform/http/problem';
import { groupBy } from '../../calendar/group-by';
import type { CalendarPlan, CalendarRoom, CalendarSource, HeldPrice, RoomFilter } from './calendar-source';
import { onlyRoom } from './calendar-source';
import { CalendarsRepository } from './calendars.repository';
import type { Row } from './price-row';
import { placeNumbers, readNumbers } from './price-row';

/** Reads calendars as they are. */
@Injectable()
export class PresentCalendars implements CalendarSource<CalendarPlan> {
  readonly at = null;

  constructor(private readonly calendars: CalendarsRepository) {}

  async findRooms(
    manager: EntityManager,
    filter: RoomFilter,
    limit: number,
    range: DateRange,
  ): Promise<CalendarRoom[]> {
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

  async findRoom(manager: EntityManager, roomId: RoomId, range: DateRange): Promise<CalendarRoom> {
    const [room] = await this.findRooms(manager, onlyRoom(roomId), 1, range);
    if (!room) throw notFound('room', roomId);
    return room;
  }

  findLines(manager: EntityManager, ratePlanIds: RatePlanId[]): Promise<CalendarPlan[]> {
    return this.calendars.findLines(manager, ratePlanIds);
  }

  async readPrices(
    manager: EntityManager,
    plans: CalendarPlan[],
    range: DateRange,
  ): Promise<Map<RatePlanId, Row>> {
    const days = datesOf(range).length;
    const found = await this.calendars.readPrices(manager, plans, range);
    const rows = new Map(found.map(({ id, prices }) => [id, readNumbers(prices)]));
    const gaps = plans.filter(({ id }) => rows.get(id)?.length !== days);
    if (gaps.length === 0) return rows;
    for (const { id, dayNumbers, prices } of await this.calendars.readPlacedPrices(manager, gaps, range))
      rows.set(id, placeNumbers(dayNumbers, prices, days));
    return rows;
  }

  async findHeld(
    manager: EntityManager,
    plans: CalendarPlan[],
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
