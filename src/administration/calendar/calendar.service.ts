import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { DateRange } from '../../platform/dates/date-range';
import { datesOf } from '../../platform/dates/date-range';
import type { CalendarPlan, CalendarSource } from './calendar-source';
import { daysJson, daysOfAPage } from './days-json';
import { PastCalendars } from './past-calendars';
import { PastCalendarsRepository } from './past-calendars.repository';
import { PresentCalendars } from './present-calendars';
import type { Row } from './price-row';
import { NO_RECORD } from './price-row';

/** Reads the present or past calendar of a room, as `CalendarView` in JSON text. */
@Injectable()
export class CalendarService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly present: PresentCalendars,
    private readonly past: PastCalendarsRepository,
  ) {}

  /**
   * Reads a page in one snapshot.
   * @param at the moment of the calendar; the room may have been deleted since
   * @param after only days after this one
   * @throws ProblemException 404
   */
  read(roomId: RoomId, range: DateRange, at?: string, after?: string): Promise<string> {
    return this.transactions.read((manager) =>
      at === undefined
        ? this.readPage(manager, this.present, roomId, range, after)
        : this.readPage(manager, new PastCalendars(this.past, at), roomId, range, after),
    );
  }

  private async readPage<Plan extends CalendarPlan>(
    manager: EntityManager,
    source: CalendarSource<Plan>,
    roomId: RoomId,
    range: DateRange,
    after = '',
  ): Promise<string> {
    const room = await source.findRoom(manager, roomId, range);
    const wanted = datesOf(range).flatMap((date, index) => {
      const totalRooms = room.totalRooms[index] ?? NO_RECORD;
      const occupiedRooms = room.occupiedRooms[index] ?? NO_RECORD;
      return totalRooms === NO_RECORD || date <= after ? [] : { date, index, totalRooms, occupiedRooms };
    });
    const days = wanted.slice(0, daysOfAPage(room.plans.length));
    const [first, last] = [days[0], days.at(-1)];
    const prices =
      first && last
        ? await source.readPrices(manager, room.plans, { from: first.date, to: last.date })
        : new Map<RatePlanId, Row>();
    const nextCursor = days.length < wanted.length ? last?.date : null;
    const head = JSON.stringify({ roomId: room.id, ...range, knownSince: room.knownSince });
    return `${head.slice(0, -1)},"days":${await daysJson(days, prices)},"nextCursor":${JSON.stringify(nextCursor)}}`;
  }
}
