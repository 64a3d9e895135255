import Big from 'big.js';
import fc from 'fast-check';
import {
  formatMoney,
  parseDecimal,
  PRICE_LIMIT,
  toTenThousandths,
} from '../../src/calendar/derivation/money';
import { priceRule } from '../../src/calendar/derivation/price-derivation';
import { decimal, rule } from '../support/derivations';
import { derivation } from '../support/records';
import { reference } from '../support/reference';

const price = fc.bigInt({ min: 0n, max: 10n ** 11n });
const storable = fc.bigInt({ min: 0n, max: PRICE_LIMIT - 1n });

describe('the price of a derived plan', () => {
  it('The steps, the rounding and the clamp make the price from the parent price in exact decimals', () => {
    fc.assert(
      fc.property(rule, fc.oneof(price, storable), (derivation, parent) => {
        const derived = formatMoney(priceRule(derivation)(parent));
        expect(Big(derived).eq(reference(derivation, formatMoney(parent)))).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('A derived price is a multiple of the increment, a bound or zero', () => {
    fc.assert(
      fc.property(rule, price, (derivation, parent) => {
        const derived = Big(formatMoney(priceRule(derivation)(parent)));
        const bounds = [derivation.minimum ?? '0', derivation.maximum ?? '0', '0'];
        const isMultiple = derived.mod(derivation.rounding.increment).eq(0);
        expect(isMultiple || bounds.some((bound) => derived.eq(bound))).toBe(true);
      }),
    );
  });

  it('A derived price never falls when the parent price rises, unless a step takes away more than 100 %', () => {
    const rising = rule.filter(({ steps }) =>
      steps.every((s) => !('percent' in s) || Big(s.percent).gte(-100)),
    );
    fc.assert(
      fc.property(rising, price, price, (derivation, one, other) => {
        const [lower, higher] = one < other ? [one, other] : [other, one];
        const derive = priceRule(derivation);
        expect(derive(lower) <= derive(higher)).toBe(true);
      }),
    );
  });

  it('A derived price without steps is the parent price', () => {
    const derive = priceRule(derivation({ rounding: { mode: 'halfUp', increment: '0.0001' } }));
    fc.assert(
      fc.property(price, (parent) => {
        expect(derive(parent)).toBe(parent);
      }),
    );
  });

  it.each([
    ['halfUp', '0.125', '0.13'],
    ['halfUp', '0.1249', '0.12'],
    ['halfEven', '0.125', '0.12'],
    ['halfEven', '0.135', '0.14'],
    ['halfEven', '0.1251', '0.13'],
    ['up', '0.1201', '0.13'],
    ['up', '0.12', '0.12'],
    ['down', '0.1299', '0.12'],
  ] as const)('The rounding %s makes %s into %s', (mode, from, to) => {
    const derive = priceRule(derivation({ rounding: { mode, increment: '0.01' } }));
    expect(formatMoney(derive(money(from)))).toBe(to);
  });

  it('The steps are applied from left to right', () => {
    const tenPercentOff = { percent: '-10' };
    const five = { amount: '5.00' };
    const oneWay = priceRule(derivation({ steps: [tenPercentOff, five] }));
    const theOther = priceRule(derivation({ steps: [five, tenPercentOff] }));
    expect(formatMoney(oneWay(money('100.10')))).toBe('95.09');
    expect(formatMoney(theOther(money('100.10')))).toBe('94.59');
  });

  it('A derived price never goes below zero, and is lifted to the minimum', () => {
    const steps = [{ amount: '-500' }];
    expect(priceRule(derivation({ steps }))(money('100'))).toBe(0n);
    expect(formatMoney(priceRule(derivation({ steps, minimum: '40' }))(money('100')))).toBe('40.00');
  });
});

describe('money', () => {
  it('Money is rounded half up after four fraction digits, as exact arithmetic rounds it', () => {
    fc.assert(
      fc.property(decimal(9, 9), (text) => {
        const rounded = formatMoney(toTenThousandths(parseDecimal(text)!));
        expect(Big(rounded).eq(Big(text).round(4, Big.roundHalfUp))).toBe(true);
      }),
    );
  });

  it.each([
    ['100.1', '100.10'],
    ['0.1234', '0.1234'],
    ['0.123', '0.123'],
    ['7', '7.00'],
    ['0', '0.00'],
    ['1200', '1200.00'],
  ])('Money has at least two fraction digits and no other trailing zeros: %s becomes %s', (from, to) => {
    expect(formatMoney(money(from))).toBe(to);
  });

  it.each(['', ' 1', '1 ', '1,5', '.5', '5.', '+1', '0x10', 'NaN', 'Infinity', '1e', '--1'])(
    'The parser refuses %p as money',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );

  it('Money is read from all notations of JSON, with any exponent', () => {
    expect(formatMoney(money('1.25e2'))).toBe('125.00');
    expect(money('1e-999999999')).toBe(0n);
    expect(money('1e999999999') > 10n ** 100n).toBe(true);
  });
});

function money(text: string): bigint {
  return toTenThousandths(parseDecimal(text)!); // The texts of these tests are decimals.
}
