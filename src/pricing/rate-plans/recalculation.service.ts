import { Injectable } from '@nestjs/common';
import type { CalendarPlan } from '../../calendar/calendar-plan';
import { CalendarStore } from '../../calendar/calendar-store';
import { DerivedPriceService } from '../../calendar/derivation/derived-price.service';
import { formatNumber } from '../../calendar/derivation/money';
import type { RoomCalendars } from '../../calendar/room-calendars';
import type { RatePlanId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { DateRange } from '../../platform/dates/date-range';
import { datesOf } from '../../platform/dates/date-range';
import { UpdateWindow } from '../../platform/dates/update-window';
import { conflict, invalid, notFound } from '../../platform/http/problem';
import type { Call } from '../../platform/http/request-context';
import { requestedRange } from '../../platform/http/requested-range';
import type { Change } from '../../push/change-runner';
import { ChangeRunner } from '../../push/change-runner';
import { receivedOf } from '../../push/journal/verdicts';
import { RatePlanRepository } from './rate-plan.repository';
import type { Recalculated, RecalculationRangeDto } from './recalculation.dto';

/** Recalculates pushed prices of a derived plan by its rule, for administrators. */
@Injectable()
export class RecalculationService {
  constructor(
    private readonly changes: ChangeRunner,
    private readonly store: CalendarStore,
    private readonly ratePlans: RatePlanRepository,
    private readonly derivedPrices: DerivedPriceService,
    private readonly window: UpdateWindow,
  ) {}

  /**
   * Recalculates the prices of a derived plan by its rule, and the prices of all plans below it, like a push of its
   * parent. A date on which the parent has no price stays unchanged.
   * @throws ProblemException 404 for the plan; 409 if it is not derived; 400 for dates outside the update window, or if
   *   a derived price is too large to store
   */
  async recalculate(call: Call, ratePlanId: RatePlanId, range: RecalculationRangeDto): Promise<Recalculated> {
    const requested = datesOf(this.writable(range));
    const { records } = await this.changes.run(call, 'recalculatePrices', async (manager) => {
      const found = await this.ratePlans.find(manager, ratePlanId);
      if (!found) throw notFound('rate plan', ratePlanId);
      const { roomId } = found;
      const request = { roomId, planIds: [ratePlanId], dates: requested, withParents: true };
      const saved = await this.store.change(manager, [request], call.id, (calendars) =>
        this.decide(calendars, ratePlanId, requested),
      );
      if (!saved) throw notFound('rate plan', ratePlanId);
      const { result, changes: calendarChanges, effectiveTime } = saved;
      return { roomId, ratePlanId, ...result, appliedAt: effectiveTime.at, calendarChanges };
    });
    return { requestId: call.id, records };
  }

  /** Returns the requested range. @throws ProblemException 400 if it contains dates that a push cannot write */
  private writable({ from, to }: RecalculationRangeDto): DateRange {
    const window = this.window.longest();
    if (from < window.from)
      throw invalid([{ pointer: '/from', message: `must not be before ${window.from}` }]);
    if (to > window.to) throw invalid([{ pointer: '/to', message: `must not be after ${window.to}` }]);
    return requestedRange(from, to);
  }

  /** Recalculates a plan and the plans below it in memory. */
  private decide(
    calendars: RoomCalendars,
    ratePlanId: RatePlanId,
    requested: CalendarDate[],
  ): Pick<Change, 'received' | 'changed'> {
    const plan = calendars.plan(ratePlanId);
    if (!plan) throw notFound('rate plan', ratePlanId);
    if (plan.derivedFromId === null)
      throw conflict(`Rate plan ${ratePlanId} is not derived: it has no rule.`);
    const calendar = calendars.get(plan.roomId);
    const dates = pricedDates(calendars, plan, requested);
    const before = new Map(dates.map((date) => [date, calendar.priceOf(ratePlanId, date)]));
    this.derivedPrices.recalculatePlan(calendars, plan, dates);
    this.derivedPrices.recalculate(calendars, calendars.treeOf(plan.roomId, [ratePlanId]), dates);
    const cells = dates.map((date) => ({ date, value: calendar.priceOf(ratePlanId, date) }));
    const changed = cells.filter(({ date, value }) => before.get(date) !== value);
    const exclusions = cells.map(() => null);
    return {
      received: receivedOf(cells, exclusions, formatNumber),
      changed: new Set(changed.map(({ date }) => date)),
    };
  }
}

/** Returns the dates on which the parent of a plan has a price. */
function pricedDates(
  calendars: RoomCalendars,
  { derivedFromId }: CalendarPlan,
  dates: CalendarDate[],
): CalendarDate[] {
  const parent = derivedFromId && calendars.plan(derivedFromId);
  if (!parent) throw new Error(`Rate plan ${derivedFromId} was not loaded`);
  const calendar = calendars.get(parent.roomId);
  return dates.filter((date) => calendar.priceOf(parent.id, date) >= 0);
}
