import type { RatePlanId, RoomId } from '../platform/database/id';
import type { NumberRule } from './derivation/number-rule';
import { numberRule } from './derivation/number-rule';
import type { Derivation } from './derivation/price-derivation';
import type { PriceGuard } from './price-guard';

/** A rate plan as far as prices are derived along it. */
export interface LinkedPlan {
  readonly id: RatePlanId;
  readonly roomId: RoomId;
  readonly derivedFromId: RatePlanId | null;
  readonly derivation: Derivation | null;
}

/** A rate plan as the calendar of its room knows it. */
export interface CalendarPlan extends LinkedPlan {
  readonly guard: PriceGuard | null;
  /** Set where a push in memory has held one. */
  hasHeldPrices: boolean;
}

const MAX_RULES = 10_000;
const rules = new Map<string, NumberRule>();

/**
 * The rule of a derived plan, which makes its price from its parent's. Compiled rules are kept by their text: the same
 * few rules are loaded with every push.
 * @throws Error where the plan is not derived
 */
export function ruleOf({ id, derivation }: LinkedPlan): NumberRule {
  if (!derivation) throw new Error(`Rate plan ${id} has no derivation`);
  const text = JSON.stringify(derivation);
  const known = rules.get(text);
  if (known) return known;
  if (rules.size >= MAX_RULES) rules.clear();
  const rule = numberRule(derivation);
  rules.set(text, rule);
  return rule;
}
