import fc from 'fast-check';
import type { RatePlanId, RoomId } from '../../src/platform/database/id';
import { treeBelow } from '../../src/calendar/derivation/plan-tree';
import type { LinkedRatePlan } from '../../src/pricing/rate-plans/rate-plan.entity';

/** Plans in any order, of which each derives from none or from one with a smaller number; and some of them. */
const forest = fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 1, maxLength: 15 }).chain((shape) => {
  const plans = shape.map(([n, isRoot], id): LinkedRatePlan => {
    const derivedFromId = isRoot || id === 0 ? null : (String(n % id) as RatePlanId);
    return { id: String(id) as RatePlanId, roomId: '1' as RoomId, derivedFromId, derivation: null };
  });
  return fc.record({
    plans: fc.shuffledSubarray(plans, { minLength: plans.length }),
    roots: fc.shuffledSubarray(plans),
  });
});

describe('the tree below some rate plans', () => {
  it('has them and all that derive from them, each once, and a parent before what derives from it', () => {
    fc.assert(
      fc.property(forest, ({ plans, roots }) => {
        const isBelow = (plan: LinkedRatePlan | undefined): boolean =>
          plan !== undefined &&
          (roots.includes(plan) || isBelow(plans.find(({ id }) => id === plan.derivedFromId)));
        const tree = treeBelow(roots, plans);
        expect(new Set(tree)).toEqual(new Set(plans.filter(isBelow)));
        expect(tree.length).toBe(new Set(tree).size);
        const places = new Map(tree.map(({ id }, place) => [id, place]));
        for (const { id, derivedFromId } of tree) {
          const parentPlace = derivedFromId && places.get(derivedFromId);
          if (typeof parentPlace === 'number') expect(parentPlace).toBeLessThan(places.get(id) ?? -1);
        }
      }),
    );
  });

  it('begins with the plan that it was asked for', () => {
    fc.assert(
      fc.property(forest, ({ plans }) => {
        for (const plan of plans) expect(treeBelow([plan], plans)[0]).toBe(plan);
      }),
    );
  });
});
