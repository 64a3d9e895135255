import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../src/platform/database/id';
import { parseMoney } from '../../src/calendar/derivation/money';
import type { LinkedPlan } from '../../src/calendar/calendar-plan';
import { ruleOf } from '../../src/calendar/calendar-plan';
import { limitMessage } from '../../src/calendar/derivation/derived-price.service';
import { explain } from '../../src/calendar/derivation/price-derivation';
import { derivation } from '../support/records';

const explained = (rule: Parameters<typeof derivation>[0], parent: string) =>
  explain(derivation(rule), parseMoney(parent));

describe('the explanation of a derived price', () => {
  it('The explanation has the exact value after each step, then the rounded one', () => {
    expect(
      explained({ steps: [{ percent: '-12.5' }, { amount: '5' }, { percent: '3.33' }] }, '100.10'),
    ).toEqual({
      steps: [
        { percent: '-12.5', result: '87.5875' },
        { amount: '5', result: '92.5875' },
        { percent: '3.33', result: '95.67066375' },
      ],
      rounded: '95.67',
      clamped: null,
    });
  });

  it('The explanation begins with the parent price if there is no step', () => {
    expect(explained({}, '80')).toEqual({ steps: [], rounded: '80.00', clamped: null });
  });

  it.each([
    ['lifts to the minimum', { minimum: '90' }, '80', '90.00'],
    ['lowers to the maximum', { maximum: '70' }, '80', '70.00'],
    ['does nothing within both', { minimum: '70', maximum: '90' }, '80', null],
    ['does nothing at a bound', { minimum: '80', maximum: '80' }, '80', null],
  ])('The explanation says what the clamp %s', (_, bounds, parent, clamped) => {
    expect(explained(bounds, parent)).toEqual({ steps: [], rounded: `${parent}.00`, clamped });
  });

  it('The explanation says that a negative price was lifted to zero, but not that a zero was', () => {
    const steps = [{ amount: '-50' }];
    expect(explained({ steps }, '20')).toEqual({
      steps: [{ amount: '-50', result: '-30.00' }],
      rounded: '0.00',
      clamped: '0.00',
    });
    expect(explained({ steps }, '50').clamped).toBeNull();
  });

  it('The explanation refuses a rule that could not have been saved', () => {
    expect(() => explained({ steps: [{ percent: 'ten' }] }, '20')).toThrow(
      'Not a decimal in a derivation: ten',
    );
  });
});

describe('the rule of a plan', () => {
  const plan: LinkedPlan = {
    id: '7' as RatePlanId,
    roomId: '1' as RoomId,
    derivedFromId: '6' as RatePlanId,
    derivation: derivation({ steps: [{ amount: '1' }] }),
  };

  it('The rule calculates a price from the parent price', () => {
    expect(ruleOf(plan)(10_000)).toBe(20_000);
  });

  it('A plan that is not derived has no rule', () => {
    expect(() => ruleOf({ ...plan, derivation: null })).toThrow('Rate plan 7 has no derivation');
  });

  it('The message about a price that is too high names the plan and the date', () => {
    expect(limitMessage(plan, '2026-12-01' as CalendarDate)).toBe(
      'The price derived for rate plan 7 on 2026-12-01 would reach 10000000000',
    );
  });
});
