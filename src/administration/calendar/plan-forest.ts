import type { RatePlanId } from '../../platform/database/id';
import { byNumber } from '../../platform/database/id';
import { groupBy } from '../../calendar/group-by';

/** The position of a plan among others. */
interface Plan {
  id: RatePlanId;
  derivedFromId: RatePlanId | null;
}

/**
 * Orders the plans of a room so that the descendants of each follow it directly: a list that can be
 * indented.
 */
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
  // Adds plans in a circle, which can only come from direct SQL and has no root.
  sorted.forEach(add);
  return [...ordered];
}

/**
 * Returns the depth of each plan below its root; a plan whose parent is not among the plans counts as a root.
 */
export function depthsOf(plans: Map<RatePlanId, Plan>): Map<RatePlanId, number> {
  const depths = new Map<RatePlanId, number>();
  const depthOf = (id: RatePlanId): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    // This also ends the recursion in a circle.
    depths.set(id, 0);
    const parentId = plans.get(id)?.derivedFromId ?? null;
    const depth = parentId === null ? 0 : depthOf(parentId) + 1;
    depths.set(id, depth);
    return depth;
  };
  for (const id of plans.keys()) depthOf(id);
  return depths;
}
