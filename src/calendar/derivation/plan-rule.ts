import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { PriceRule } from './price-derivation';
import { priceRule } from './price-derivation';
import type { LinkedRatePlan } from '../../pricing/rate-plans/rate-plan.entity';

/** The rule of a plan that is known to be derived. */
export function ruleOf(plan: LinkedRatePlan): PriceRule {
  if (!plan.derivation) throw new Error(`Rate plan ${plan.id} has no derivation`);
  return priceRule(plan.derivation);
}

/** Why prices are refused that the database could not hold. */
export function priceLimitMessage(plan: LinkedRatePlan, date: CalendarDate): string {
  return `The price derived for rate plan ${plan.id} on ${date} would reach 10000000000`;
}
