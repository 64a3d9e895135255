import { Injectable } from '@nestjs/common';
import type { RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { DateRange } from '../../platform/dates/date-range';
import { datesOf } from '../../platform/dates/date-range';
import { toMicroseconds } from '../../platform/dates/microseconds';
import { PastCalendarRepository } from '../../calendar/history/past-calendar.repository';
import { notFound, ProblemException } from '../../platform/http/problem';
import { CalendarRepository } from './calendar.repository';
import { daysJson } from './days-json';

/** The calendar of a room as it is and as it was, as `CalendarView` in JSON text: the days behind `after` that fit. */
@Injectable()
export class CalendarService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly calendar: CalendarRepository,
    private readonly past: PastCalendarRepository,
  ) {}

  /** @throws ProblemException 404 */
  async read(roomId: RoomId, range: DateRange, after?: string): Promise<string> {
    const [found, prices] = await this.transactions.read((manager) =>
      Promise.all([
        this.calendar.findDays(manager, roomId, range, after),
        this.calendar.findPrices(manager, roomId, range, after),
      ]),
    );
    if (!found) throw notFound('room', roomId);
    const head = JSON.stringify({ roomId: found.id, ...range });
    const days = await daysJson(datesOf(range), found, prices);
    return `${head.slice(0, -1)},"days":${days},"nextCursor":${JSON.stringify(found.nextCursor)}}`;
  }

  /**
   * The calendar as it stood at a moment, also of a room that has been deleted since. Occupied rooms are not pushed,
   * and so not known of the past: they are null.
   * @param at an ISO 8601 date-time
   * @throws ProblemException 404 where the room did not exist then, and where that is not known
   */
  async readAt(roomId: RoomId, range: DateRange, at: string, after?: string): Promise<string> {
    const { exists, knownSince, isKnown, calendar } = await this.transactions.read((manager) =>
      this.past.read(manager, roomId, range, toMicroseconds(at), after),
    );
    if (!knownSince && !exists) throw notFound('room', roomId);
    if (!knownSince) throw new ProblemException(404, `The past of room ${roomId} is not known yet`);
    if (!isKnown) throw new ProblemException(404, `The past of room ${roomId} is known since ${knownSince}`);
    if (!calendar) throw new ProblemException(404, `There was no room ${roomId} at ${at}`);
    return calendar;
  }
}
