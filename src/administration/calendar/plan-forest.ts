import type { RatePlanId } from '../../platform/database/id';
import { byNumber } from '../../platform/database/id';
import { groupBy } from '../../calendar/group-by';

/** A plan as far as its place among others goes. */
interface Plan {
  id: RatePlanId;
  derivedFromId: RatePlanId | null;
}

/** The plans of a room, each behind the one it derives from and before what does not: a list that can be indented. */
export function inOrderOfDerivation<T extends Plan>(plans: T[]): T[] {
  const ids = new Set(plans.map(({ id }) => id));
  const sorted = plans.toSorted((one, other) => byNumber(one.id, other.id));
  const childrenOf = groupBy(sorted, ({ derivedFromId }) => derivedFromId);
  const ordered = new Set<T>();
  const add = (plan: T) => {
    if (ordered.has(plan)) return;
    ordered.add(plan);
    childrenOf.get(plan.id)?.forEach(add);
  };
  sorted.filter(({ derivedFromId }) => derivedFromId === null || !ids.has(derivedFromId)).forEach(add);
  // Only a circle, made by other means than the service, is not below any of them.
  sorted.forEach(add);
  return [...ordered];
}

/** How far each plan is below the root of its line; a parent that is not among the plans counts as a root. */
export function depthsOf(plans: Map<RatePlanId, Plan>): Map<RatePlanId, number> {
  const depths = new Map<RatePlanId, number>();
  const depthOf = (id: RatePlanId): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    // Ends in a circle as well.
    depths.set(id, 0);
    const parentId = plans.get(id)?.derivedFromId ?? null;
    const depth = parentId === null ? 0 : depthOf(parentId) + 1;
    depths.set(id, depth);
    return depth;
  };
  for (const id of plans.keys()) depthOf(id);
  return depths;
}
