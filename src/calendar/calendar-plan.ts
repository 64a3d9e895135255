import type { RatePlanId, RoomId } from '../platform/database/id';
import type { CellPrice } from './cell';
import type { Derivation } from './derivation/price-derivation';
import { priceRule } from './derivation/price-derivation';
import type { PriceGuard } from './price-guard';

/** The fields of a rate plan that a derivation needs. */
export interface LinkedPlan {
  readonly id: RatePlanId;
  readonly roomId: RoomId;
  readonly derivedFromId: RatePlanId | null;
  readonly derivation: Derivation | null;
}

/** A rate plan as part of the calendar of its room. */
export interface CalendarPlan extends LinkedPlan {
  readonly guard: PriceGuard | null;
  readonly hasHeldPrices: boolean;
}

/** Computes a price of the calendar from the parent's price. */
export type CellRule = (parent: CellPrice) => CellPrice;

const MAX_RULES = 10_000;
const rules = new Map<string, CellRule>();

/**
 * Returns the rule of a derived plan, which computes its price from its parent's.
 * @throws Error if the plan is not derived
 */
export function ruleOf({ id, derivation }: LinkedPlan): CellRule {
  if (!derivation) throw new Error(`Rate plan ${id} has no derivation`);
  return ruleFrom(JSON.stringify(derivation));
}

/**
 * Returns the rule of a derivation in JSON text. It caches compiled rules, because every push and every page loads the
 * same few.
 */
export function ruleFrom(derivation: string): CellRule {
  const known = rules.get(derivation);
  if (known) return known;
  if (rules.size >= MAX_RULES) rules.clear();
  const exact = priceRule(JSON.parse(derivation) as Derivation);
  const rule: CellRule = (parent) => Number(exact(BigInt(parent)));
  rules.set(derivation, rule);
  return rule;
}
