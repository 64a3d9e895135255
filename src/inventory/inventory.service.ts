import { Injectable } from '@nestjs/common';
import { DerivedPriceService } from '../calendar/derivation/derived-price.service';
import type { RoomCalendar } from '../calendar/room-calendar';
import type { RoomCalendars } from '../calendar/room-calendars';
import { NotificationService } from '../notification/notification.service';
import type { CalendarDate } from '../platform/dates/calendar-date';
import { UpdateWindow } from '../platform/dates/update-window';
import type { DatedArray, DatedRecord } from '../push/dated-array';
import type { PushRecords } from '../push/journal/journaled-call';
import { markExcluded, receivedOf } from '../push/journal/verdicts';
import type { NewerWrites } from '../push/late-arrivals/newer-writes';
import type { CallResult } from '../push/journal/journaled-call';
import type { Push, DecisionInput } from '../push/push';
import type { PushResult } from '../push/push-answer';
import { pushResult } from '../push/push-answer';
import { PushEngine } from '../push/push-engine';

/** A push of inventory after the check of its dates against the update window. */
interface InventoryPush {
  push: Push;
  /** Ordered by date, without duplicates. */
  accepted: DatedRecord<number>[];
  received: PushRecords;
  propertyName: string | null;
}

/** The dates of rooms left, by what became of them. */
export interface RoomsLeftResult {
  late: ReadonlySet<CalendarDate>;
  changed: ReadonlySet<CalendarDate>;
  overbooked: ReadonlySet<CalendarDate>;
}

/**
 * Executes operation 1: it sets how many rooms are left by date. Every rate plan of the room gets a record on
 * these dates.
 */
@Injectable()
export class InventoryService {
  constructor(
    private readonly engine: PushEngine,
    private readonly window: UpdateWindow,
    private readonly derivedPrices: DerivedPriceService,
    private readonly notifications: NotificationService,
  ) {}

  async update(push: Push, { records, propertyName }: DatedArray<number>): Promise<PushResult> {
    const { accepted, exclusions } = this.window.select(records);
    const received = receivedOf(records, exclusions, String);
    const result = await this.engine.run({
      push,
      planIds: 'all',
      dates: accepted.map(({ date }) => date),
      payload: received,
      prices: 'gaps',
      withParents: true,
      decide: this.decide.bind(this, { push, accepted, received, propertyName }),
    });
    return pushResult(result);
  }

  /** Executes steps 1 to 7 of the contract, section 2.1. */
  private decide(
    { push: { roomId }, accepted, received, propertyName }: InventoryPush,
    { calendars, newer, appliedAt }: DecisionInput,
  ): CallResult {
    if (received.dates.length === 0)
      return { outcome: 'emptyList', notice: this.notifications.emptyInventoryList() };
    const calendar = calendars.find(roomId);
    if (!calendar) {
      const notice = this.notifications.inventoryRoomMissing(propertyName);
      return { outcome: 'roomMissing', received, notice };
    }
    const { late, changed, overbooked } = this.setRoomsLeft(calendars, calendar, accepted, newer);
    return {
      outcome: 'applied',
      appliedAt,
      received: markExcluded(received, late, 'late'),
      changed,
      overbooked,
      notice: this.notifications.overbooked(propertyName, overbooked),
    };
  }

  /**
   * Sets rooms left in memory. It also creates the missing records of all plans of the room, and sets derived prices that are
   * not set.
   * @param accepted without duplicate dates
   */
  setRoomsLeft(
    calendars: RoomCalendars,
    calendar: RoomCalendar,
    accepted: readonly DatedRecord<number>[],
    newer: Pick<NewerWrites, 'dates'> | undefined,
  ): RoomsLeftResult {
    const late: ReadonlySet<CalendarDate> = newer?.dates ?? new Set();
    const inTime = accepted.filter(({ date }) => !late.has(date));
    const dates = inTime.map(({ date }) => date);
    const changed = inTime.filter(({ date, value }) => calendar.setRoomsLeft(date, value));
    for (const { id } of calendar.room.plans) for (const date of dates) calendar.createRecord(id, date);
    this.derivedPrices.fillUnset(calendars, calendars.treeOf(calendar.roomId, 'all'), dates);
    return {
      late,
      changed: new Set(changed.map(({ date }) => date)),
      overbooked: new Set(dates.filter((date) => calendar.isOverbooked(date))),
    };
  }
}
