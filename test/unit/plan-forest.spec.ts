import { depthsOf, inOrderOfDerivation } from '../../src/administration/calendar/plan-forest';
import type { RatePlanId } from '../../src/platform/database/id';

const plan = (id: string, derivedFromId: string | null = null) => ({
  id: id as RatePlanId,
  derivedFromId: derivedFromId as RatePlanId | null,
});

describe('plans in the order of derivation', () => {
  const order = (...plans: ReturnType<typeof plan>[]) => inOrderOfDerivation(plans).map(({ id }) => id);

  it('have each one behind its parent, and otherwise in the order of their numbers', () => {
    expect(
      order(plan('100'), plan('9'), plan('8', '100'), plan('30', '9'), plan('4', '30'), plan('5', '9')),
    ).toEqual(['9', '5', '30', '4', '100', '8']);
  });

  it('begin with one whose parent is not among them', () => {
    expect(order(plan('2', '1'), plan('3', '2'))).toEqual(['2', '3']);
  });

  it('are all there in a circle', () => {
    expect(order(plan('1', '2'), plan('2', '1'), plan('3'))).toEqual(['3', '1', '2']);
  });
});

describe('the depth of a plan', () => {
  const depths = (...plans: ReturnType<typeof plan>[]) =>
    Object.fromEntries(depthsOf(new Map(plans.map((one) => [one.id, one]))));

  it('is how many plans it is below its root', () => {
    expect(depths(plan('1'), plan('3', '2'), plan('2', '1'))).toEqual({ 1: 0, 2: 1, 3: 2 });
  });

  it('counts a parent that is not there as the root', () => {
    expect(depths(plan('2', '1'), plan('3', '2'))).toEqual({ 1: 0, 2: 1, 3: 2 });
  });

  it('ends in a circle', () => {
    expect(Object.keys(depths(plan('1', '2'), plan('2', '1')))).toEqual(['1', '2']);
  });
});
