import { depthsOf, inOrderOfDerivation } from '../../src/administration/calendar/plan-forest';
import type { RatePlanId } from '../../src/platform/database/id';

const plan = (id: string, derivedFromId: string | null = null) => ({
  id: id as RatePlanId,
  derivedFromId: derivedFromId as RatePlanId | null,
});

describe('plans in the order of derivation', () => {
  const order = (...plans: ReturnType<typeof plan>[]) => inOrderOfDerivation(plans).map(({ id }) => id);

  it('A plan comes after its parent, and otherwise plans are ordered by number', () => {
    expect(
      order(plan('100'), plan('9'), plan('8', '100'), plan('30', '9'), plan('4', '30'), plan('5', '9')),
    ).toEqual(['9', '5', '30', '4', '100', '8']);
  });

  it('A plan whose parent is missing comes first', () => {
    expect(order(plan('2', '1'), plan('3', '2'))).toEqual(['2', '3']);
  });

  it('Plans that form a cycle are all listed', () => {
    expect(order(plan('1', '2'), plan('2', '1'), plan('3'))).toEqual(['3', '1', '2']);
  });
});

describe('the depth of a plan', () => {
  const depths = (...plans: ReturnType<typeof plan>[]) =>
    Object.fromEntries(depthsOf(new Map(plans.map((one) => [one.id, one]))));

  it('The depth of a plan is the number of plans above it', () => {
    expect(depths(plan('1'), plan('3', '2'), plan('2', '1'))).toEqual({ 1: 0, 2: 1, 3: 2 });
  });

  it('A missing parent counts as the root', () => {
    expect(depths(plan('2', '1'), plan('3', '2'))).toEqual({ 1: 0, 2: 1, 3: 2 });
  });

  it('Depths are computed even if the plans form a cycle', () => {
    expect(Object.keys(depths(plan('1', '2'), plan('2', '1')))).toEqual(['1', '2']);
  });
});
