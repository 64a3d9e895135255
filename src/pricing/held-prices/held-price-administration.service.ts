import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { parseCalendarDate } from '../../platform/dates/calendar-date';
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
import { momentText } from '../../calendar/moment';
import { CalendarStore } from '../../calendar/calendar-store';
import type { CellPrice } from '../../calendar/cell';
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

/** Decides on held prices that were deleted from the table, under the lock of their room. */
type Decision = (
  manager: EntityManager,
  place: { id: string; roomId: RoomId; ratePlanId: RatePlanId },
  held: DatedRecord<CellPrice>[],
) => Promise<Pick<Change, 'received' | 'changed' | 'appliedAt' | 'calendarChanges'>>;

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
      after: cursor === undefined ? undefined : parsePlace(cursor),
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
    return this.decide(
      call,
      'releaseHeldPrices',
      range,
      async (manager, { id, roomId, ratePlanId }, held) => {
        const { accepted, exclusions } = this.window.select(held);
        const dates = accepted.map(({ date }) => date);
        const loaded = await this.store.load(manager, [{ roomId, roots: [ratePlanId], dates }]);
        const { calendars } = loaded;
        const calendar = calendars.get(roomId);
        const changed = accepted.filter(({ date, value }) => calendar.setPrice(ratePlanId, date, value));
        this.derivedPrices.recalculate(calendars, calendars.treeOf(roomId, [ratePlanId]), dates);
        const moment = loaded.takeMoment();
        const calendarChanges = loaded.record(id, moment);
        await this.store.save(manager, loaded);
        return {
          received: receivedOf(held, exclusions, formatNumber),
          changed: new Set(changed.map(({ date }) => date)),
          appliedAt: momentText(moment),
          calendarChanges,
        };
      },
    );
  }

  /**
   * Deletes held prices and leaves their cells unchanged. With `heldBy`, it leaves prices that other pushes hold.
   * @throws ProblemException 404 for the plan
   */
  async discard(call: Call, range: HeldPriceRangeDto): Promise<HeldPricesDecided> {
    return this.decide(call, 'discardHeldPrices', range, async (manager, { id, roomId }, held) => {
      const exclusions = held.map(() => null);
      const moment = await this.store.advance(manager, [roomId], id);
      return { received: receivedOf(held, exclusions, formatNumber), appliedAt: moment?.at ?? '' };
    });
  }

  private async decide(
    call: Call,
    operation: 'releaseHeldPrices' | 'discardHeldPrices',
    { ratePlanId: planId, from, to, heldBy }: HeldPriceRangeDto,
    decision: Decision,
  ): Promise<HeldPricesDecided> {
    const ratePlanId = planId as RatePlanId;
    const range = requestedRange(from, to);
    let changedSince = 0;
    const { records } = await this.changes.run(call, operation, async (manager) => {
      const found = await this.ratePlans.find(manager, ratePlanId);
      const requests = found ? [{ roomId: found.roomId, roots: [ratePlanId], dates: [] }] : [];
      const { calendars } = await this.store.load(manager, requests);
      const plan = calendars.plan(ratePlanId);
      if (!plan) throw notFound('rate plan', ratePlanId);
      const { roomId } = plan;
      const held = await this.heldPrices.take(manager, plan, range, heldBy);
      changedSince = heldBy ? await this.heldPrices.count(manager, plan, range) : 0;
      const result = await decision(manager, { id: call.id, roomId, ratePlanId }, held);
      return { roomId, ratePlanId, ...result };
    });
    return { requestId: call.id, records, changedSince };
  }
}

/** @throws ProblemException 400 */
function parsePlace(cursor: string): CellPlace {
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
