import type { RatePlanId } from '../../database/id';
import type { LinkedRatePlan } from '../rate-plans/rate-plan.repository';

/** Some plans and all that derive from them, directly or through other plans: a parent before what derives from it. */
export function treeBelow(roots: LinkedRatePlan[], plans: LinkedRatePlan[]): LinkedRatePlan[] {
  const childrenOf = new Map<RatePlanId, LinkedRatePlan[]>();
  for (const plan of plans) {
    if (!plan.derivedFromId) continue;
    const children = childrenOf.get(plan.derivedFromId);
    if (children) children.push(plan);
    else childrenOf.set(plan.derivedFromId, [plan]);
  }
  const seen = new Set<LinkedRatePlan>();
  const childrenFirst: LinkedRatePlan[] = [];
  const visit = (plan: LinkedRatePlan) => {
    if (seen.has(plan)) return;
    seen.add(plan);
    childrenOf.get(plan.id)?.forEach(visit);
    childrenFirst.push(plan);
  };
  roots.forEach(visit);
  return childrenFirst.reverse();
}
