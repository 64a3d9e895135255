import type { LinkedPlan } from '../../calendar/calendar-plan';
import { inheritedBy, newlyInheritedBy } from '../../calendar/derivation/derived-restriction.service';
import { groupBy } from '../../calendar/group-by';
import type { RatePlanId } from '../../platform/database/id';
import type { PlanField } from './cell-past';

/** A past rule with the id of its plan. */
export type PastLink = Pick<LinkedPlan, 'id'> & PastRule;

/** The parent and the rule of a plan from a moment on, in microseconds. */
export type PastRule = Pick<LinkedPlan, 'derivedFromId' | 'derivation'> & { moment: number };

/** Returns the plan from which a plan gets the values of a field; null if it has its own. */
export function sourceOf(
  plan: Pick<LinkedPlan, 'derivedFromId' | 'derivation'>,
  field: PlanField,
): RatePlanId | null {
  return field === 'price' || inheritedBy(plan).includes(field) ? plan.derivedFromId : null;
}

/**
 * Returns the last moment at which a rule has set the values of a field, in microseconds; 0 if none has. A changed rule
 * recalculates prices, and copies only the restrictions that the plan did not inherit before.
 * @param rules in the order of their moments
 */
export function ruleSinceOf(rules: readonly PastRule[], field: PlanField): number {
  const last = rules.findLast((rule, index) => {
    return field === 'price' || newlyInheritedBy(rules[index - 1] ?? null, rule).includes(field);
  });
  return last?.moment ?? 0;
}

/** The lines of plans as they were at each moment. */
export class PlanLines {
  private readonly links: Map<RatePlanId, PastLink[]>;

  /** @param links in the order of their moments */
  constructor(links: PastLink[]) {
    this.links = groupBy(links, ({ id }) => id);
  }

  /** Whether a plan is the plan `above`, or followed it at a moment, directly or through other plans. */
  wasBelow(ratePlanId: RatePlanId, above: RatePlanId, field: PlanField, moment: number): boolean {
    const seen = new Set<RatePlanId>();
    let id: RatePlanId | null = ratePlanId;
    while (id && id !== above && !seen.has(id)) {
      seen.add(id);
      const link: PastLink | undefined = this.links.get(id)?.findLast((each) => each.moment <= moment);
      id = link ? sourceOf(link, field) : null;
    }
    return id === above;
  }
}
