import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { datesOf } from '../../platform/dates/date-range';
import type { RatePlanId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { notFound } from '../../platform/http/problem';
import { requestedRange } from '../../platform/http/requested-range';
import { DerivationRules } from './derivation-rules';
import { ruleFrom } from '../../calendar/calendar-plan';
import { CalendarStore } from '../../calendar/calendar-store';
import { newlyInheritedBy } from '../../calendar/derivation/derived-restriction.service';
import { inherit, namedRestrictions } from '../../calendar/restrictions';
import type { CellPrice } from '../../calendar/cell';
import { NO_RECORD, NOT_SET } from '../../calendar/cell';
import { formatNumber, parseMoney } from '../../calendar/derivation/money';
import type { Derivation } from '../../calendar/derivation/price-derivation';
import type { Preview, PreviewDto, Reached } from './preview.dto';
import type { RatePlan } from './rate-plan.entity';
import { RatePlanRepository } from './rate-plan.repository';

/** Computes the effect of a derivation on the stored prices and restrictions, without changing anything. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly ratePlans: RatePlanRepository,
    private readonly rules: DerivationRules,
    private readonly store: CalendarStore,
  ) {}

  /**
   * Previews a rule for a plan, or for a new one if no plan is given.
   * @throws ProblemException 404 for the plan, or the refusal that saving the derivation would get
   */
  async preview({ ratePlanId, derivation, from, to }: PreviewDto): Promise<Preview> {
    const dates = datesOf(requestedRange(from, to));
    return this.transactions.read(async (manager) => {
      const plan = ratePlanId === undefined ? null : await this.get(manager, ratePlanId as RatePlanId);
      const { parent, rule } = await this.rules.check(manager, plan?.id ?? null, derivation);
      if (plan) this.rules.assertSameCurrency(plan.currency, parent);
      const roomIds = [...new Set([parent, ...(plan ? [plan] : [])].map(({ roomId }) => roomId))];
      const calendars = await this.store.read(manager, roomIds, { dates, withRestrictions: true });
      const price = ruleFrom(JSON.stringify(rule));
      const copied = newlyInheritedBy(plan, { derivedFromId: parent.id, derivation: rule });
      const days = dates.flatMap((date) => {
        const stored = calendars.priceOf(parent, date);
        if (stored === NO_RECORD) return [];
        const parentPrice = stored === NOT_SET ? null : stored;
        const newPrice = parentPrice === null ? null : price(parentPrice);
        const oldPrice = plan ? calendars.priceOf(plan, date) : NO_RECORD;
        const ofParent = calendars.get(parent.roomId).packedOf(parent.id, date);
        const old = plan ? calendars.get(plan.roomId).packedOf(plan.id, date) : 0;
        return [
          {
            date,
            parentPrice,
            newPrice,
            oldPrice: oldPrice < 0 ? null : oldPrice,
            reached: reached(rule, newPrice),
            newRestrictions: inherit(ofParent, old, copied),
            oldRestrictions: old,
          },
        ];
      });
      return {
        ratePlanId: plan?.id ?? null,
        from,
        to,
        changed: days.filter((day) => day.newPrice !== day.oldPrice).length,
        changedRestrictions: days.filter((day) => day.newRestrictions !== day.oldRestrictions).length,
        reachedMinimum: days.filter((day) => day.reached === 'minimum').length,
        reachedMaximum: days.filter((day) => day.reached === 'maximum').length,
        reachedZero: days.filter((day) => day.reached === 'zero').length,
        days: days.map((day) => ({
          ...day,
          parentPrice: written(day.parentPrice),
          newPrice: written(day.newPrice),
          oldPrice: written(day.oldPrice),
          newRestrictions: namedRestrictions(day.newRestrictions),
          oldRestrictions: namedRestrictions(day.oldRestrictions),
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

function written(price: number | null): string | null {
  return price === null ? null : formatNumber(price);
}

function reached({ minimum, maximum }: Derivation, price: CellPrice | null): Reached | null {
  if (price === null) return null;
  if (price === 0) return 'zero';
  if (minimum !== null && price === Number(parseMoney(minimum))) return 'minimum';
  return maximum !== null && price === Number(parseMoney(maximum)) ? 'maximum' : null;
}
