import { groupBy } from '../../pricing/group-by';
import type { LinkedRatePlan } from '../../pricing/rate-plans/rate-plan.entity';

/** Some plans and all that derive from them, directly or through other plans: a parent before what derives from it. */
export function treeBelow<Plan extends LinkedRatePlan>(roots: Plan[], plans: Plan[]): Plan[] {
  const childrenOf = groupBy(plans, ({ derivedFromId }) => derivedFromId);
  const seen = new Set<Plan>();
  const childrenFirst: Plan[] = [];
  const visit = (plan: Plan) => {
    if (seen.has(plan)) return;
    seen.add(plan);
    childrenOf.get(plan.id)?.forEach(visit);
    childrenFirst.push(plan);
  };
  roots.forEach(visit);
  return childrenFirst.reverse();
}
