import { Inject, Injectable } from '@nestjs/common';
import type { CalendarPlan } from '../../calendar/calendar-plan';
import { formatNumber } from '../../calendar/derivation/money';
import type { PriceGuard } from '../../calendar/price-guard';
import { heldReasonOf } from '../../calendar/price-guard';
import type { CellPrice } from '../../calendar/cell';
import type { HeldCell } from '../../calendar/held-rows';
import type { RoomCalendar } from '../../calendar/room-calendar';
import type { Notice } from '../../notification/notice';
import { NotificationService } from '../../notification/notification.service';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { DatedRecord } from '../../push/dated-array';
import type { HeldRecord } from './held-price.repository';

const NO_LIMITS: PriceGuard = {
  minimum: null,
  maximum: null,
  maxDecreasePercent: null,
  maxIncreasePercent: null,
};

/** The prices of a push, divided by the guard of their plan. */
interface CheckedPrices {
  held: HeldRecord[];
  taken: DatedRecord<CellPrice>[];
}

export interface HoldingPush extends Pick<HeldCell, 'entryId' | 'heldAt'> {
  /** The first date that could be updated when it arrived. */
  earliest: CalendarDate;
}

/** Keeps pushed prices from sale if the guard of their plan rejects them. */
@Injectable()
export class HeldPriceService {
  /** The guard of plans without one of their own; null if the settings have no limit. */
  private readonly defaultGuard: PriceGuard | null;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly notifications: NotificationService,
  ) {
    const maxDecreasePercent = config.PRICE_GUARD_MAX_DECREASE_PERCENT ?? null;
    const maxIncreasePercent = config.PRICE_GUARD_MAX_INCREASE_PERCENT ?? null;
    const hasLimit = maxDecreasePercent !== null || maxIncreasePercent !== null;
    this.defaultGuard = hasLimit ? { ...NO_LIMITS, maxDecreasePercent, maxIncreasePercent } : null;
  }

  /** Decides which pushed prices of a plan are held, by comparison with the stored ones. */
  check(plan: CalendarPlan, calendar: RoomCalendar, pushed: DatedRecord<CellPrice>[]): CheckedPrices {
    const guard = plan.guard ?? this.defaultGuard;
    if (!guard) return { held: [], taken: pushed };
    const checked: CheckedPrices = { held: [], taken: [] };
    const reasonOf = heldReasonOf(guard);
    for (const record of pushed) {
      const stored = calendar.priceOf(plan.id, record.date);
      const reason = reasonOf(record.value, stored);
      if (!reason) checked.taken.push(record);
      else {
        const price = stored < 0 ? null : stored;
        checked.held.push({ date: record.date, price, held: record.value, reason });
      }
    }
    return checked;
  }

  /**
   * Holds prices in the calendar. It first removes the earlier held prices on the pushed dates, and those that are too old to
   * be released.
   */
  hold(
    calendar: RoomCalendar,
    { id, hasHeldPrices }: CalendarPlan,
    pushed: DatedRecord<CellPrice>[],
    held: HeldRecord[],
    { entryId, heldAt, earliest }: HoldingPush,
  ): void {
    const mayReplace = hasHeldPrices || calendar.held.hasChanged(id);
    if (pushed.length === 0 || (held.length === 0 && !mayReplace)) return;
    calendar.held.removeBefore(id, earliest);
    for (const { date } of pushed) calendar.held.remove(id, date);
    for (const { date, held: price, reason } of held)
      calendar.held.hold(id, date, { price, reason, entryId, heldAt });
  }

  noticeOf(propertyName: string | null, held: HeldRecord[]): Notice | undefined {
    const texts = held.map(
      ({ date, price, held: pushed }) =>
        `${date}: ${price === null ? 'not set' : formatNumber(price)} → ${formatNumber(pushed)}`,
    );
    return this.notifications.pricesHeld(propertyName, texts);
  }
}
