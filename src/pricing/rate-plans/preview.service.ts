import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { datesOf } from '../../platform/dates/date-range';
import type { RatePlanId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { notFound } from '../../platform/http/problem';
import { requestedRange } from '../../platform/http/requested-range';
import { DerivationRules } from './derivation-rules';
import type { TenThousandths } from '../../calendar/derivation/money';
import { formatPrice, parseMoney } from '../../calendar/derivation/money';
import type { Derivation } from '../../calendar/derivation/price-derivation';
import { priceRule } from '../../calendar/derivation/price-derivation';
import type { Preview, PreviewDto, Reached } from './preview.dto';
import type { RatePlan } from './rate-plan.entity';
import { RatePlanRepository } from './rate-plan.repository';
import { TreePrices } from '../tree-prices';

/** Answers what a derivation would make of the stored prices. Changes nothing. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly ratePlans: RatePlanRepository,
    private readonly rules: DerivationRules,
    private readonly treePrices: TreePrices,
  ) {}

  /** Without a plan: for one that does not exist yet. @throws ProblemException 404 for the plan, and whatever saving the derivation would be refused with */
  async preview({ ratePlanId, derivation, from, to }: PreviewDto): Promise<Preview> {
    const dates = datesOf(requestedRange(from, to));
    return this.transactions.read(async (manager) => {
      const plan = ratePlanId === undefined ? null : await this.get(manager, ratePlanId as RatePlanId);
      const { parent, rule } = await this.rules.check(manager, plan?.id ?? null, derivation);
      if (plan) this.rules.assertSameCurrency(plan.currency, parent);
      const { id, roomId } = plan ?? parent;
      const derived = { id, roomId, derivedFromId: plan && parent.id, derivation: rule };
      const stored = await this.treePrices.load(manager, [derived], dates);
      const [parentCells, cells] = [stored.get(parent.id), plan && stored.get(plan.id)];
      const price = priceRule(rule);
      const days = dates.flatMap((date) => {
        const parentPrice = parentCells?.get(date);
        if (parentPrice === undefined) return [];
        const newPrice = parentPrice === null ? null : price(parentPrice);
        return [
          {
            date,
            parentPrice,
            newPrice,
            oldPrice: cells?.get(date) ?? null,
            reached: reached(rule, newPrice),
          },
        ];
      });
      return {
        ratePlanId: plan?.id ?? null,
        from,
        to,
        changed: days.filter((day) => day.newPrice !== day.oldPrice).length,
        reachedMinimum: days.filter((day) => day.reached === 'minimum').length,
        reachedMaximum: days.filter((day) => day.reached === 'maximum').length,
        reachedZero: days.filter((day) => day.reached === 'zero').length,
        days: days.map((day) => ({
          ...day,
          parentPrice: formatPrice(day.parentPrice),
          newPrice: formatPrice(day.newPrice),
          oldPrice: formatPrice(day.oldPrice),
        })),
      };
    });
  }

  private async get(manager: EntityManager, ratePlanId: RatePlanId): Promise<RatePlan> {
    const plan = await this.ratePlans.find(manager, ratePlanId);
    if (!plan) throw notFound('rate plan', ratePlanId);
    return plan;
  }
}

function reached({ minimum, maximum }: Derivation, price: TenThousandths | null): Reached | null {
  if (price === null) return null;
  if (price === 0n) return 'zero';
  if (minimum !== null && price === parseMoney(minimum)) return 'minimum';
  return maximum !== null && price === parseMoney(maximum) ? 'maximum' : null;
}
