import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../dates/calendar-date';
import type { DateRange } from '../dates/date-range';
import type { RoomId } from '../database/id';
import { TransactionRunner } from '../database/transaction-runner';
import { formatPrice } from '../pricing/derivation/money';
import type { CalendarView } from './calendar.dto';
import { HistoryService } from '../history/history.service';
import { Replay } from '../history/replay';

/** The calendar of a room as it stood at a moment, as far back as the journal reaches. */
@Injectable()
export class PastCalendarService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly history: HistoryService,
  ) {}

  /** Occupied rooms are not pushed, and so not known of the past: they are null. */
  async read(roomId: RoomId, range: DateRange, at: Date): Promise<CalendarView> {
    return this.transactions.read(async (manager) => {
      const ratePlanIds = await this.history.plansEverOf(manager, roomId);
      const { plans, roomIds, events } = await this.history.load(manager, ratePlanIds, [roomId], range);
      const replay = new Replay(plans, roomIds);
      const end = BigInt(at.getTime()) * 1000n;
      for (const event of events) if (event.sequence <= end) replay.apply(event);
      const ofRoom = plans.filter((plan) => plan.roomId === roomId).map(({ id }) => id);
      const pricesOn = (date: CalendarDate) =>
        ofRoom.sort(byValue).flatMap((ratePlanId) => {
          const price = replay.cells.get(ratePlanId)?.get(date);
          return price === undefined ? [] : [{ ratePlanId, price: formatPrice(price) }];
        });
      const dates = [...(replay.availability.get(roomId) ?? [])].sort(([one], [other]) =>
        one < other ? -1 : 1,
      );
      const days = dates.map(([date, totalRooms]) => ({
        date,
        totalRooms,
        occupiedRooms: null,
        prices: pricesOn(date),
      }));
      return { roomId, ...range, days };
    });
  }
}

function byValue(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}
