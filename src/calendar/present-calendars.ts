import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId } from '../database/id';
import type { DateRange } from '../dates/date-range';
import { datesOf } from '../dates/date-range';
import { groupBy } from '../pricing/group-by';
import { RoomAdministrationRepository } from '../room/room-administration.repository';
import type {
  CalendarPlan,
  CalendarRoom,
  CalendarRows,
  CalendarSource,
  HeldPriceOfDay,
  RoomFilter,
} from './calendar-source';
import { CalendarsRepository } from './calendars.repository';
import { placeNumbers } from './price-row';

/** Reads calendars as they are. */
@Injectable()
export class PresentCalendars implements CalendarSource<CalendarRoom, CalendarPlan> {
  readonly at = null;

  constructor(
    private readonly rooms: RoomAdministrationRepository,
    private readonly calendars: CalendarsRepository,
  ) {}

  findRooms(manager: EntityManager, filter: RoomFilter, limit: number): Promise<CalendarRoom[]> {
    return this.rooms.list(manager, filter, limit);
  }

  findPlans(manager: EntityManager, rooms: CalendarRoom[]): Promise<CalendarPlan[]> {
    return this.calendars.findPlans(
      manager,
      rooms.map(({ id }) => id),
    );
  }

  findLines(manager: EntityManager, ratePlanIds: RatePlanId[]): Promise<CalendarPlan[]> {
    return this.calendars.findLines(manager, ratePlanIds);
  }

  async readRows(
    manager: EntityManager,
    rooms: CalendarRoom[],
    plans: CalendarPlan[],
    range: DateRange,
  ): Promise<CalendarRows> {
    const days = datesOf(range).length;
    const roomIds = rooms.map(({ id }) => id);
    const [prices, availability] = await Promise.all([
      this.calendars.readPrices(
        manager,
        plans.map(({ roomId }) => roomId),
        plans.map(({ id }) => id),
        range,
      ),
      this.calendars.readAvailability(manager, roomIds, range),
    ]);
    return {
      plans: new Map(prices.map((plan) => [plan.id, placeNumbers(plan.records, plan.prices, days)])),
      rooms: new Map(
        availability.map(({ id, records, totalRooms, occupiedRooms }) => [
          id,
          {
            totalRooms: placeNumbers(records, totalRooms, days),
            occupiedRooms: placeNumbers(records, occupiedRooms, days),
          },
        ]),
      ),
    };
  }

  async findHeld(
    manager: EntityManager,
    rooms: CalendarRoom[],
    range: DateRange,
  ): Promise<Map<RatePlanId, HeldPriceOfDay[]>> {
    const roomIds = rooms.map(({ id }) => id);
    const held = await this.calendars.findHeld(manager, roomIds, range);
    return groupBy(held, ({ ratePlanId }) => ratePlanId);
  }
}
