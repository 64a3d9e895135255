import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../dates/calendar-date';
import type { RatePlanId } from '../database/id';
import { TransactionRunner } from '../database/transaction-runner';
import { notFound, ProblemException } from '../http/problem';
import type { TenThousandths } from '../pricing/derivation/money';
import { formatMoney, formatPrice } from '../pricing/derivation/money';
import { explain, priceRule } from '../pricing/derivation/price-derivation';
import type { RatePlan } from '../pricing/rate-plans/rate-plan.entity';
import { RatePlanRepository } from '../pricing/rate-plans/rate-plan.repository';
import { RateRoomAvailabilityRepository } from '../pricing/rate-room-availability.repository';
import { HistoryService } from '../history/history.service';
import type { PriceOrigin, PriceStory, StoryEntry } from './price-story.dto';
import { Replay } from '../history/replay';

/** Answers why a price is what it is. */
@Injectable()
export class PriceStoryService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly ratePlans: RatePlanRepository,
    private readonly prices: RateRoomAvailabilityRepository,
    private readonly history: HistoryService,
  ) {}

  /** @throws ProblemException 404 where there is no such plan, or no price record of it on that date */
  async tell(ratePlanId: RatePlanId, date: CalendarDate): Promise<PriceStory> {
    return this.transactions.read(async (manager) => {
      const plan = await this.ratePlans.find(manager, ratePlanId);
      if (!plan) throw notFound('rate plan', ratePlanId);
      const { entries, pushedPlans } = await this.replay(manager, ratePlanId, date);
      const origin = await this.originOf(manager, plan, date, pushedPlans);
      return Object.assign(origin, { history: entries });
    });
  }

  /** What gave the price another value, newest first, and the plans whose price of today was pushed to them. */
  private async replay(
    manager: EntityManager,
    ratePlanId: RatePlanId,
    date: CalendarDate,
  ): Promise<{ entries: StoryEntry[]; pushedPlans: Set<RatePlanId> }> {
    const range = { from: date, to: date };
    const { plans, roomIds, events } = await this.history.load(manager, [ratePlanId], [], range);
    const entries: StoryEntry[] = [];
    const pushedPlans = new Set<RatePlanId>();
    const replay = new Replay(plans, roomIds, (event, set) => {
      if (set.isPushed) pushedPlans.add(set.ratePlanId);
      else pushedPlans.delete(set.ratePlanId);
      if (set.ratePlanId !== ratePlanId || !set.isNew) return;
      const { requestId, token } = event;
      const kind = event.kind === 'rule' ? 'derivation' : 'push';
      entries.unshift({ requestId, at: event.at.toISOString(), token, kind, price: formatPrice(set.price) });
    });
    for (const event of events) replay.apply(event);
    return { entries, pushedPlans };
  }

  private async originOf(
    manager: EntityManager,
    plan: RatePlan,
    date: CalendarDate,
    pushedPlans: Set<RatePlanId>,
  ): Promise<PriceOrigin> {
    const price = await this.priceOf(manager, plan, date);
    const told = { ratePlanId: plan.id, date, price: formatPrice(price) };
    if (price === null) return { ...told, origin: 'notSet', derivation: null };
    const parent = plan.derivedFromId && (await this.ratePlans.find(manager, plan.derivedFromId));
    if (!parent || !plan.derivation || pushedPlans.has(plan.id))
      return { ...told, origin: 'pushed', derivation: null };
    const parentPrice = await this.priceOf(manager, parent, date);
    // Where the journal no longer reaches back to a price pushed to a derived plan, the rule does not explain it.
    if (parentPrice === null || priceRule(plan.derivation)(parentPrice) !== price) {
      return { ...told, origin: 'pushed', derivation: null };
    }
    const parentOrigin = await this.originOf(manager, parent, date, pushedPlans);
    const explanation = explain(plan.derivation, parentPrice);
    const derivation = {
      from: parent.id,
      parentPrice: formatMoney(parentPrice),
      ...explanation,
      parent: parentOrigin,
    };
    return { ...told, origin: 'derived', derivation };
  }

  private async priceOf(
    manager: EntityManager,
    { id, roomId }: RatePlan,
    date: CalendarDate,
  ): Promise<TenThousandths | null> {
    const [cell] = await this.prices.load(manager, roomId, [id], [date]);
    if (!cell) throw new ProblemException(404, `Rate plan ${id} has no price record on ${date}`);
    return cell.price;
  }
}
