import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { DateRange } from '../../platform/dates/date-range';
import { datesOf } from '../../platform/dates/date-range';
import { ClosureRepository } from '../../room/closures/closure.repository';
import type { CalendarPlan, CalendarSource } from './calendar-source';
import { closuresJson } from './closures-json';
import { daysJson, daysOfAPage } from './days-json';
import { PastCalendars } from './past-calendars';
import { PastCalendarsRepository } from './past-calendars.repository';
import { PresentCalendars } from './present-calendars';
import { NO_RECORD } from './price-row';

/** Reads the present or past calendar of a room, as `CalendarView` in JSON text. */
@Injectable()
export class CalendarService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly present: PresentCalendars,
    private readonly past: PastCalendarsRepository,
    private readonly closures: ClosureRepository,
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
    const [room, found] = await Promise.all([
      source.findRoom(manager, roomId, range),
      this.closures.findEffective(manager, [roomId], range, source.at),
    ]);
    const wanted = datesOf(range).flatMap((date, index) => {
      const totalRooms = room.totalRooms[index] ?? NO_RECORD;
      const occupiedRooms = room.occupiedRooms[index] ?? NO_RECORD;
      const closed = room.closed[index] ?? false;
      return totalRooms === NO_RECORD || date <= after
        ? []
        : { date, index, totalRooms, occupiedRooms, closed };
    });
    const closures = closuresJson(found);
    const mostOf = (restricted: number) =>
      daysOfAPage(room.plans.length, restricted, Buffer.byteLength(closures));
    // Restrictions make a page shorter, but they are read together with the prices: most rooms have few of them.
    const read = wanted.slice(0, mostOf(0));
    const [restrictions, prices] = await Promise.all([
      readBetween(read, (shown) => source.readRestrictions(manager, room.plans, shown)),
      readBetween(read, (shown) => source.readPrices(manager, room.plans, shown)),
    ]);
    const days = read.slice(0, mostOf(restrictions.size));
    const nextCursor = days.length < wanted.length ? days.at(-1)?.date : null;
    const head = JSON.stringify({ roomId: room.id, ...range, knownSince: room.knownSince });
    const daysText = await daysJson(days, prices, restrictions);
    return `${head.slice(0, -1)},"closures":${closures},"days":${daysText},"nextCursor":${JSON.stringify(nextCursor)}}`;
  }
}

/** Reads the values of plans from the first of some days to the last; none without days. */
async function readBetween<Values>(
  days: { date: CalendarDate }[],
  read: (range: DateRange) => Promise<Map<RatePlanId, Values>>,
): Promise<Map<RatePlanId, Values>> {
  const [first, last] = [days[0], days.at(-1)];
  return first && last ? read({ from: first.date, to: last.date }) : new Map();
}
