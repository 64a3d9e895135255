import { Injectable } from '@nestjs/common';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { CellChange } from '../../pricing/rate-room-availability-past.repository';
import { CellHistoryService } from './cell-history.service';
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
    private readonly history: CellHistoryService,
  ) {}

  /**
   * @throws ProblemException 404 if the plan does not exist, has no price record on that date, or has no
   *   known past yet
   */
  async read(ratePlanId: RatePlanId, date: CalendarDate, page: PriceStoryQueryDto): Promise<PriceStory> {
    return this.transactions.read(async (manager) => {
      const line = await this.stories.loadLine(manager, ratePlanId);
      const [plan, ...parents] = await this.stories.readPrices(manager, line, date);
      if (!plan) throw notFound('rate plan', ratePlanId);
      if (!plan.hasPrice && !plan.held)
        throw new ProblemException(404, `Rate plan ${ratePlanId} has no price record on ${date}`);
      const place = { roomId: plan.roomId, ratePlanId, date };
      const { knownSince, changes, nextCursor } = await this.history.read(manager, 'price', place, page);
      return Object.assign(originOf(plan, parents, date), {
        rulePrice: rulePriceOf(plan, parents[0]),
        knownSince,
        history: changes.map(toEntry),
        nextCursor,
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

function toEntry({ operation, value, ...change }: CellChange): StoryEntry {
  const kind = storyOf(operation);
  return { ...change, kind, price: formatPrice(value === null ? null : BigInt(value)) };
}
