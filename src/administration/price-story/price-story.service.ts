import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { normalizeMoment } from '../../platform/dates/microseconds';
import type { RatePlanId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { PriceChange } from '../../pricing/rate-room-availability-past.repository';
import { RateRoomAvailabilityPastRepository } from '../../pricing/rate-room-availability-past.repository';
import { PriceHistoryRepository } from './price-history.repository';
import { notFound, ProblemException } from '../../platform/http/problem';
import { storyOf } from '../../push/operations';
import { formatMoney, formatPrice } from '../../calendar/derivation/money';
import { explain, priceRule } from '../../calendar/derivation/price-derivation';
import type { PriceOrigin, PriceStory, PriceStoryQueryDto, StoryEntry } from './price-story.dto';
import type { PricedPlan } from './price-story.repository';
import { PriceStoryRepository } from './price-story.repository';

/** Explains the present price of a cell and its history. */
@Injectable()
export class PriceStoryService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly stories: PriceStoryRepository,
    private readonly history: PriceHistoryRepository,
    private readonly past: RateRoomAvailabilityPastRepository,
  ) {}

  /**
   * @throws ProblemException 404 if the plan does not exist, has no price record on that date, or has no
   *   known past yet
   */
  async read(
    ratePlanId: RatePlanId,
    date: CalendarDate,
    { limit, cursor }: PriceStoryQueryDto,
  ): Promise<PriceStory> {
    return this.transactions.read(async (manager) => {
      const line = await this.stories.loadLine(manager, ratePlanId);
      const [plan, ...parents] = await this.stories.readPrices(manager, line, date);
      if (!plan) throw notFound('rate plan', ratePlanId);
      if (!plan.hasPrice && !plan.held)
        throw new ProblemException(404, `Rate plan ${ratePlanId} has no price record on ${date}`);
      const past = await this.history.findPast(manager, plan.roomId, ratePlanId);
      if (!past) throw new ProblemException(404, `The past of room ${plan.roomId} is not known yet`);
      const before = cursor === undefined ? null : normalizeMoment(cursor);
      const query = { roomId: plan.roomId, ratePlanId, date, before };
      const found = await this.past.listPriceChanges(manager, query, past, limit + 1);
      const history = found.slice(0, limit);
      const next =
        found.length > limit ? history.at(-1)?.at : await this.past.findEndOfScan(manager, query, past);
      return Object.assign(originOf(plan, parents, date), {
        rulePrice: rulePriceOf(plan, parents[0]),
        knownSince: past.knownSince,
        history: history.map(toEntry),
        nextCursor: next ?? null,
      });
    });
  }
}

function rulePriceOf({ derivation }: PricedPlan, parent: PricedPlan | undefined): string | null {
  if (!derivation || !parent || parent.price === null) return null;
  return formatPrice(priceRule(derivation)(parent.price));
}

/** @param parents the plan's parents, nearest first */
function originOf(plan: PricedPlan, [parent, ...others]: PricedPlan[], date: CalendarDate): PriceOrigin {
  const { price, derivation: rule } = plan;
  const held = plan.held && { ...plan.held, price: formatMoney(plan.held.price) };
  const common = { ratePlanId: plan.id, date, price: formatPrice(price), held };
  if (price === null) return { ...common, origin: 'notSet', derivation: null };
  if (!parent || !rule) return { ...common, origin: 'pushed', derivation: null };
  const parentOrigin = originOf(parent, others, date);
  if (parent.price === null) {
    const unknown = { parentPrice: null, steps: [], rounded: null, clamped: null };
    return { ...common, origin: 'pushed', derivation: { from: parent.id, ...unknown, parent: parentOrigin } };
  }
  // A push may set a derived plan to another price than its rule gives.
  if (priceRule(rule)(parent.price) !== price) return { ...common, origin: 'pushed', derivation: null };
  const derivation = {
    from: parent.id,
    parentPrice: formatMoney(parent.price),
    ...explain(rule, parent.price),
    parent: parentOrigin,
  };
  return { ...common, origin: 'derived', derivation };
}

function toEntry({ operation, price, ...change }: PriceChange): StoryEntry {
  const kind = storyOf(operation);
  return { ...change, kind, price: formatPrice(price === null ? null : BigInt(price)) };
}
