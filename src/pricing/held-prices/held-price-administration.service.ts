import { Injectable } from '@nestjs/common';
import { parseCalendarDate } from '../../platform/dates/calendar-date';
import { datesOf } from '../../platform/dates/date-range';
import { UpdateWindow } from '../../platform/dates/update-window';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { parseId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { pageOf } from '../../platform/http/page';
import { invalid, notFound } from '../../platform/http/problem';
import { requestedRange } from '../../platform/http/requested-range';
import type { Call } from '../../platform/http/request-context';
import { receivedOf } from '../../push/journal/verdicts';
import type { Change } from '../../push/change-runner';
import { ChangeRunner } from '../../push/change-runner';
import type { DatedRecord } from '../../push/dated-array';
import { formatNumber } from '../../calendar/derivation/money';
import { CalendarStore } from '../../calendar/calendar-store';
import type { CalendarPlan } from '../../calendar/calendar-plan';
import type { CellPrice } from '../../calendar/cell';
import type { RoomCalendars } from '../../calendar/room-calendars';
import { DerivedPriceService } from '../../calendar/derivation/derived-price.service';
import { RatePlanRepository } from '../rate-plans/rate-plan.repository';
import type {
  HeldPricePage,
  HeldPriceRangeDto,
  HeldPricesDecided,
  HeldPriceView,
  ListHeldPricesDto,
} from './held-price.dto';
import type { CellPlace } from '../cell-place';
import type { ListedHeldPrice } from './held-price.repository';
import { HeldPriceRepository } from './held-price.repository';

/** Decides in memory on held prices of a plan. After the decision, the calendar no longer holds them. */
type Decision = (
  calendars: RoomCalendars,
  plan: CalendarPlan,
  held: DatedRecord<CellPrice>[],
) => Pick<Change, 'received' | 'changed'>;

/** Lists, releases and discards held prices, for administrators. */
@Injectable()
export class HeldPriceAdministrationService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly changes: ChangeRunner,
    private readonly store: CalendarStore,
    private readonly ratePlans: RatePlanRepository,
    private readonly heldPrices: HeldPriceRepository,
    private readonly derivedPrices: DerivedPriceService,
    private readonly window: UpdateWindow,
  ) {}

  /** @throws ProblemException 400 for an invalid cursor */
  async list({ propertyName, roomId, ratePlanId, limit, cursor }: ListHeldPricesDto): Promise<HeldPricePage> {
    const filter = {
      propertyName,
      roomId: roomId as RoomId | undefined,
      ratePlanId: ratePlanId as RatePlanId | undefined,
      after: cursor === undefined ? undefined : parseCell(cursor),
    };
    const found = await this.transactions.read((manager) => this.heldPrices.list(manager, filter, limit + 1));
    const withIds = found.map((held) => ({ ...held, id: `${held.roomId}.${held.ratePlanId}.${held.date}` }));
    return pageOf(withIds, limit, (prices) => prices.map(toView));
  }

  /**
   * Sets held prices as a push does, together with those of derived plans, and bypasses the guard. With `heldBy`, it
   * leaves prices that other pushes hold.
   * Dates outside the update window are skipped, as in a push.
   * @throws ProblemException 404 for the plan; 400 if a derived price is too large to store
   */
  async release(call: Call, range: HeldPriceRangeDto): Promise<HeldPricesDecided> {
    const window = this.window.longest();
    return this.decide(call, 'releaseHeldPrices', range, (calendars, plan, held) => {
      const { accepted, exclusions } = this.window.select(held, window);
      const calendar = calendars.get(plan.roomId);
      const changed = accepted.filter(({ date, value }) => calendar.setPrice(plan.id, date, value));
      const dates = accepted.map(({ date }) => date);
      this.derivedPrices.recalculate(calendars, calendars.treeBelow([plan]), dates);
      return {
        received: receivedOf(held, exclusions, formatNumber),
        changed: new Set(changed.map(({ date }) => date)),
      };
    });
  }

  /**
   * Deletes held prices and leaves their cells unchanged. With `heldBy`, it leaves prices that other pushes hold.
   * @throws ProblemException 404 for the plan
   */
  async discard(call: Call, range: HeldPriceRangeDto): Promise<HeldPricesDecided> {
    return this.decide(call, 'discardHeldPrices', range, (_, __, held) => {
      const exclusions = held.map(() => null);
      return { received: receivedOf(held, exclusions, formatNumber) };
    });
  }

  private async decide(
    call: Call,
    operation: 'releaseHeldPrices' | 'discardHeldPrices',
    { ratePlanId: planId, from, to, heldBy }: HeldPriceRangeDto,
    decision: Decision,
  ): Promise<HeldPricesDecided> {
    const ratePlanId = planId as RatePlanId;
    const dates = datesOf(requestedRange(from, to));
    const seenIds = heldBy && new Set(heldBy.map((id) => id.toLowerCase()));
    let changedSince = 0;
    const { records } = await this.changes.run(call, operation, async (manager) => {
      const found = await this.ratePlans.find(manager, ratePlanId);
      const requests = found ? [{ roomId: found.roomId, planIds: [ratePlanId], dates, withHeld: true }] : [];
      const saved = await this.store.change(manager, requests, call.id, (calendars) => {
        const plan = calendars.plan(ratePlanId);
        if (!plan) throw notFound('rate plan', ratePlanId);
        const { held } = calendars.get(plan.roomId);
        const all = held.of(ratePlanId);
        const seen = seenIds ? all.filter(({ entryId }) => seenIds.has(entryId)) : all;
        for (const { date } of seen) held.remove(ratePlanId, date);
        const cells = seen.map(({ date, price }) => ({ date, value: price }));
        changedSince = all.length - seen.length;
        return decision(calendars, plan, cells);
      });
      if (!found || !saved) throw notFound('rate plan', ratePlanId);
      const { result, changes: calendarChanges, effectiveTime } = saved;
      return { roomId: found.roomId, ratePlanId, ...result, appliedAt: effectiveTime.at, calendarChanges };
    });
    return { requestId: call.id, records, changedSince };
  }
}

/** @throws ProblemException 400 */
function parseCell(cursor: string): CellPlace {
  const [room, plan, day = ''] = cursor.split('.');
  const [roomId, ratePlanId, date] = [parseId(room), parseId(plan), parseCalendarDate(day)];
  if (roomId && ratePlanId && date)
    return { roomId: roomId as RoomId, ratePlanId: ratePlanId as RatePlanId, date };
  throw invalid([{ pointer: '/cursor', message: 'must be the `nextCursor` of the page before' }]);
}

function toView({
  roomId,
  ratePlanId,
  date,
  price,
  held,
  reason,
  requestId,
  heldAt,
}: ListedHeldPrice): HeldPriceView {
  const amounts = { price: price === null ? null : formatNumber(price), held: formatNumber(held) };
  return { ratePlanId, roomId, date, ...amounts, reason, requestId, heldAt };
}
