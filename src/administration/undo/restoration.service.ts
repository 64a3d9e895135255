import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { DayAxis } from '../../platform/dates/day-axis';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { Moment } from '../../calendar/history/moment';
import { StateRepository } from '../../calendar/history/state.repository';
import type { Changes } from '../../push/journal/journaled-call';
import { groupBy } from '../../pricing/group-by';
import { RateRoomAvailabilityRepository } from '../../pricing/rate-room-availability.repository';
import { RoomAvailabilityRepository } from '../../room/room-availability.repository';
import { RoomRepository } from '../../room/room.repository';
import type { Restoration } from './restoration';
import type { PlannedStep } from './step-planner';

/** Stands where a day is left out. */
const GAP = -1;

/** Writes what is to be restored, in a transaction that has locked all rooms which it is about. */
@Injectable()
export class RestorationService {
  constructor(
    private readonly roomAvailability: RoomAvailabilityRepository,
    private readonly prices: RateRoomAvailabilityRepository,
    private readonly states: StateRepository,
    private readonly rooms: RoomRepository,
  ) {}

  /** @returns the dates left with fewer rooms than are occupied */
  async apply(
    manager: EntityManager,
    roomId: RoomId,
    { roomsLeft, prices, fields, capacity }: PlannedStep,
    moment: Moment,
  ): Promise<CalendarDate[]> {
    const overbooked = await this.setRoomsLeft(manager, roomId, roomsLeft.filter(isChanged), moment);
    for (const [ofRoom, cells] of groupBy(prices.filter(isChanged), (cell) => cell.roomId)) {
      const new_ = cells.map(({ ratePlanId, date, to }) => ({
        ratePlanId: ratePlanId as RatePlanId,
        date,
        price: to,
      }));
      await this.prices.update(manager, ofRoom, new_);
      await this.states.recordPrices(manager, ofRoom, [...new Set(cells.map(({ date }) => date))], moment);
    }
    const changes = fieldChanges({ fields });
    if (capacity && changes) {
      const values = Object.entries(changes).map(([field, { to }]) => [field, to] as const);
      await this.rooms.setCapacity(manager, roomId, { ...capacity, ...Object.fromEntries(values) }, []);
    }
    return overbooked;
  }

  /** A date that had none before keeps its record: no rooms can be sold on it, and what is occupied stays known. */
  private async setRoomsLeft(
    manager: EntityManager,
    roomId: RoomId,
    restored: Restoration[],
    moment: Moment,
  ): Promise<CalendarDate[]> {
    if (restored.length === 0) return [];
    const axis = new DayAxis(restored.map(({ date }) => date));
    const totals = axis.place(
      GAP,
      restored.map(({ to }) => Number(to)),
    );
    const { overbooked } = await this.roomAvailability.setTotalRooms(manager, roomId, axis, totals, moment);
    return overbooked;
  }
}

/** Whether anything is to be written. */
export function isChange({ roomsLeft, prices, fields }: PlannedStep): boolean {
  return roomsLeft.some(isChanged) || prices.some(isChanged) || fieldChanges({ fields }) !== undefined;
}

/** The fields that are restored, as the journal tells of them; undefined where there are none. */
export function fieldChanges({ fields }: Pick<PlannedStep, 'fields'>): Changes | undefined {
  const restored = fields.filter(({ verdict }) => verdict === 'restored');
  if (restored.length === 0) return undefined;
  return Object.fromEntries(restored.map(({ field, from, to }) => [field, { from, to }]));
}

function isChanged({ from, to }: Restoration): boolean {
  return from !== to;
}
