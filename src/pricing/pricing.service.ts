import { Injectable } from '@nestjs/common';
import type { CalendarPlan } from '../calendar/calendar-plan';
import { formatNumber } from '../calendar/derivation/money';
import { DerivedPriceService } from '../calendar/derivation/derived-price.service';
import type { PriceChange } from '../calendar/price-change';
import { largestChange } from '../calendar/price-change';
import type { CellPrice } from '../calendar/cell';
import type { RoomCalendars } from '../calendar/room-calendars';
import { NotificationService } from '../notification/notification.service';
import type { RatePlanId } from '../platform/database/id';
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
import type { HeldRecord } from './held-prices/held-price.repository';
import { HeldPriceService } from './held-prices/held-price.service';

/** A push of prices after the check of its dates against the update window. */
interface PricePush {
  push: Push & { ratePlanId: RatePlanId };
  /** Ordered by date, without duplicates. */
  accepted: DatedRecord<CellPrice>[];
  received: PushRecords;
  propertyName: string | null;
  /** The first date that could be updated when the push arrived. */
  earliest: CalendarDate;
}

/** The prices of a plan, by what became of them. */
export interface PricesResult {
  late: ReadonlySet<CalendarDate>;
  /** The records that are not late. */
  inTime: DatedRecord<CellPrice>[];
  held: HeldRecord[];
  /** The dates with another price than before. */
  changed: ReadonlySet<CalendarDate>;
  largestChange: PriceChange | undefined;
}

/**
 * Executes operation 2: it sets the prices of a rate plan by date, and those of all plans that derive from
 * it.
 */
@Injectable()
export class PricingService {
  constructor(
    private readonly engine: PushEngine,
    private readonly window: UpdateWindow,
    private readonly heldPrices: HeldPriceService,
    private readonly derivedPrices: DerivedPriceService,
    private readonly notifications: NotificationService,
  ) {}

  async update(
    push: PricePush['push'],
    { records, propertyName }: DatedArray<CellPrice>,
  ): Promise<PushResult> {
    const { accepted, exclusions } = this.window.select(records);
    const received = receivedOf(records, exclusions, formatNumber);
    const earliest = this.window.current().from;
    const result = await this.engine.run({
      push,
      planIds: [push.ratePlanId],
      dates: accepted.map(({ date }) => date),
      payload: received,
      decide: this.decide.bind(this, { push, accepted, received, propertyName, earliest }),
    });
    return pushResult(result);
  }

  /** Executes steps 1 to 6 of the contract, section 2.2. */
  private decide(
    { push: { id, roomId, ratePlanId }, accepted, received, propertyName, earliest }: PricePush,
    { calendars, newer, appliedAt = '' }: DecisionInput,
  ): CallResult {
    if (received.dates.length === 0)
      return { outcome: 'emptyList', notice: this.notifications.emptyPriceList() };
    const calendar = calendars.find(roomId);
    if (!calendar) {
      return { outcome: 'roomMissing', received, notice: this.notifications.priceRoomMissing(propertyName) };
    }
    const tree = calendars.treeOf(roomId, [ratePlanId]);
    const [plan] = tree;
    if (!plan) {
      const notice = this.notifications.ratePlanMissing(propertyName);
      return { outcome: 'ratePlanMissing', appliedAt, received, notice };
    }
    const {
      late,
      inTime,
      held,
      changed,
      largestChange: largest,
    } = this.setPrices(calendars, tree, accepted, newer);
    this.heldPrices.hold(calendar, plan, inTime, held, { entryId: id, heldAt: appliedAt, earliest });
    const heldDates = new Set(held.map(({ date }) => date));
    return {
      outcome: 'applied',
      appliedAt,
      received: markExcluded(markExcluded(received, late, 'late'), heldDates, 'held'),
      changed,
      largestChange: largest,
      notice: this.heldPrices.noticeOf(propertyName, held),
    };
  }

  /**
   * Sets the prices of a plan in memory, except those that its guard holds, and recalculates the plans below it.
   * @param tree the plan and all plans below it, each after its parent
   * @param accepted without duplicate dates
   * @throws BadRequestException if a derived price is too large to store
   */
  setPrices(
    calendars: RoomCalendars,
    tree: readonly CalendarPlan[],
    accepted: DatedRecord<CellPrice>[],
    newer: Pick<NewerWrites, 'prices'> | undefined,
  ): PricesResult {
    const [plan] = tree;
    if (!plan) throw new Error('A tree has at least one plan');
    const calendar = calendars.get(plan.roomId);
    const late: ReadonlySet<CalendarDate> = newer?.prices.get(plan.id) ?? new Set();
    const inTime = late.size === 0 ? accepted : accepted.filter(({ date }) => !late.has(date));
    const { held, taken } = this.heldPrices.check(plan, calendar, inTime);
    const largest = largestChange(taken, (date) => calendar.priceOf(plan.id, date));
    const changed = taken.filter(({ date, value }) => calendar.setPrice(plan.id, date, value));
    const dates = taken.map(({ date }) => date);
    this.derivedPrices.recalculate(calendars, tree, dates, newer?.prices);
    return {
      late,
      inTime,
      held,
      changed: new Set(changed.map(({ date }) => date)),
      largestChange: largest,
    };
  }
}
