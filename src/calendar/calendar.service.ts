import { Injectable } from '@nestjs/common';
import type { RoomId } from '../database/id';
import { TransactionRunner } from '../database/transaction-runner';
import type { DateRange } from '../dates/date-range';
import { notFound } from '../http/problem';
import { CalendarRepository } from './calendar.repository';

/** The calendar of a room as it is. */
@Injectable()
export class CalendarService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly calendar: CalendarRepository,
  ) {}

  /**
   * @returns a `CalendarView` as JSON text
   * @throws ProblemException 404
   */
  async read(roomId: RoomId, range: DateRange): Promise<string> {
    const calendar = await this.transactions.read((manager) => this.calendar.read(manager, roomId, range));
    if (calendar === undefined) throw notFound('room', roomId);
    return calendar;
  }
}
