import { Injectable } from '@nestjs/common';
import { formatNumber } from '../calendar/derivation/money';
import { DerivedPriceService } from '../calendar/derivation/derived-price.service';
import type { CellPrice } from '../calendar/room-calendar';
import { NotificationService } from '../notification/notification.service';
import type { RatePlanId } from '../platform/database/id';
import { UpdateWindow } from '../platform/dates/update-window';
import type { DatedArray, DatedRecord } from '../push/dated-array';
import type { PushRecords } from '../push/journal/journaled-call';
import { markExcluded, receivedOf } from '../push/journal/verdicts';
import type { Decision, Push, Situation } from '../push/push';
import type { PushResult } from '../push/push-answer';
import { pushResult } from '../push/push-answer';
import { PushEngine } from '../push/push-engine';
import { HeldPriceService } from './held-prices/held-price.service';

/** A push of prices after the check of its dates against the update window. */
interface PricePush {
  push: Push & { ratePlanId: RatePlanId };
  /** Ordered by date, without duplicates. */
  accepted: DatedRecord<CellPrice>[];
  received: PushRecords;
  propertyName: string | null;
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
    const result = await this.engine.run({
      push,
      roots: [push.ratePlanId],
      dates: accepted.map(({ date }) => date),
      payload: received,
      decide: (situation) => this.decide({ push, accepted, received, propertyName }, situation),
    });
    return pushResult(result);
  }

  /** Executes steps 1 to 6 of the contract, section 2.2. */
  private decide(
    { push: { id, roomId, ratePlanId }, accepted, received, propertyName }: PricePush,
    { calendars, newer, appliedAt }: Situation,
  ): Decision {
    if (received.dates.length === 0)
      return { outcome: 'emptyList', notice: this.notifications.emptyPriceList() };
    const calendar = calendars.find(roomId);
    if (!calendar) {
      return { outcome: 'roomMissing', received, notice: this.notifications.priceRoomMissing(propertyName) };
    }
    const [plan, ...below] = calendars.treeOf(roomId, [ratePlanId]);
    if (!plan) {
      const notice = this.notifications.ratePlanMissing(propertyName);
      return { outcome: 'ratePlanMissing', appliedAt, received, notice };
    }
    const late = newer?.prices.get(ratePlanId) ?? new Set();
    const inTime = accepted.filter(({ date }) => !late.has(date));
    const { held, taken } = this.heldPrices.check(plan, calendar, inTime);
    const changed = taken.filter(({ date, value }) => calendar.setPrice(ratePlanId, date, value));
    const dates = taken.map(({ date }) => date);
    this.derivedPrices.recalculate(calendars, [plan, ...below], dates, newer?.prices);
    const heldDates = new Set(held.map(({ date }) => date));
    return {
      outcome: 'applied',
      appliedAt,
      received: markExcluded(markExcluded(received, late, 'late'), heldDates, 'held'),
      changed: new Set(changed.map(({ date }) => date)),
      notice: this.heldPrices.noticeOf(propertyName, held),
      writes: this.heldPrices.writesOf(plan, inTime, held, { at: appliedAt, entryId: id }),
    };
  }
}
