import Big from 'big.js';
import fc from 'fast-check';
import {
  formatMoney,
  parseDecimal,
  PRICE_LIMIT,
  toTenThousandths,
} from '../../src/calendar/derivation/money';
import { numberRule } from '../../src/calendar/derivation/number-rule';
import { priceRule, ROUNDING_MODES } from '../../src/calendar/derivation/price-derivation';
import { decimal, rule } from '../support/derivations';
import { derivation } from '../support/records';
import { reference } from '../support/reference';

const price = fc.bigInt({ min: 0n, max: 10n ** 11n });
const storable = fc.bigInt({ min: 0n, max: PRICE_LIMIT - 1n });

describe('the price of a derived plan', () => {
  it('is what the steps, the rounding and the clamp make of the parent price in exact decimals', () => {
    fc.assert(
      fc.property(rule, price, (derivation, parent) => {
        const derived = formatMoney(priceRule(derivation)(parent));
        expect(Big(derived).eq(reference(derivation, formatMoney(parent)))).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('is the same one in numbers, for every price that can be stored', () => {
    fc.assert(
      fc.property(rule, fc.oneof(price, storable), (derivation, parent) => {
        expect(numberRule(derivation)(Number(parent))).toBe(Number(priceRule(derivation)(parent)));
      }),
      { numRuns: 3000 },
    );
  });

  it('is the same one in numbers around the largest parent price that needs no bigint', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8, max: 999 }), fc.constantFrom(...ROUNDING_MODES), (percent, mode) => {
        const exactly = derivation({
          steps: [{ percent: String(percent) }],
          rounding: { mode, increment: '0.0001' },
        });
        const inNumbers = numberRule(exactly);
        const exact = priceRule(exactly);
        const middle = 2n ** 53n / BigInt(100 + percent);
        // All remainders of a division by 100 are among them.
        const parents = Array.from({ length: 300 }, (_, index) => middle - 150n + BigInt(index));
        expect(parents.map((parent) => BigInt(inNumbers(Number(parent))))).toEqual(parents.map(exact));
      }),
    );
  });

  it('is refused in numbers wherever it is too high to be stored', () => {
    fc.assert(
      fc.property(rule, storable, (derivation, parent) => {
        const isTooHigh = priceRule(derivation)(parent) >= PRICE_LIMIT;
        expect(numberRule(derivation)(Number(parent)) >= Number(PRICE_LIMIT)).toBe(isTooHigh);
      }),
      { numRuns: 3000 },
    );
  });

  it('is the same one in numbers where half of an odd price is rounded that numbers cannot multiply', () => {
    const half = derivation({
      steps: [{ percent: '-50.0000' }],
      rounding: { mode: 'halfUp', increment: '0.0001' },
    });
    for (let parent = PRICE_LIMIT - 199n; parent < PRICE_LIMIT; parent += 2n)
      expect(BigInt(numberRule(half)(Number(parent)))).toBe(priceRule(half)(parent));
  });

  it('is a multiple of the increment, a bound or zero', () => {
    fc.assert(
      fc.property(rule, price, (derivation, parent) => {
        const derived = Big(formatMoney(priceRule(derivation)(parent)));
        const bounds = [derivation.minimum ?? '0', derivation.maximum ?? '0', '0'];
        const isMultiple = derived.mod(derivation.rounding.increment).eq(0);
        expect(isMultiple || bounds.some((bound) => derived.eq(bound))).toBe(true);
      }),
    );
  });

  it('never falls when the parent price rises, as long as no step takes away more than everything', () => {
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

  it('is the parent price where there is no step', () => {
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
  ] as const)('rounds %s: %s becomes %s', (mode, from, to) => {
    const derive = priceRule(derivation({ rounding: { mode, increment: '0.01' } }));
    expect(formatMoney(derive(money(from)))).toBe(to);
  });

  it('takes the steps from left to right', () => {
    const tenPercentOff = { percent: '-10' };
    const five = { amount: '5.00' };
    const oneWay = priceRule(derivation({ steps: [tenPercentOff, five] }));
    const theOther = priceRule(derivation({ steps: [five, tenPercentOff] }));
    expect(formatMoney(oneWay(money('100.10')))).toBe('95.09');
    expect(formatMoney(theOther(money('100.10')))).toBe('94.59');
  });

  it('never goes below zero, and is lifted to the minimum', () => {
    const steps = [{ amount: '-500' }];
    expect(priceRule(derivation({ steps }))(money('100'))).toBe(0n);
    expect(formatMoney(priceRule(derivation({ steps, minimum: '40' }))(money('100')))).toBe('40.00');
  });
});

describe('money', () => {
  it('is rounded half up past four fraction digits, as the same decimal in exact arithmetic', () => {
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
  ])('is written with at least two fraction digits and no other trailing zeros: %s as %s', (from, to) => {
    expect(formatMoney(money(from))).toBe(to);
  });

  it.each(['', ' 1', '1 ', '1,5', '.5', '5.', '+1', '0x10', 'NaN', 'Infinity', '1e', '--1'])(
    'is not read from %p',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );

  it('is read from the notations that JSON has, however great the exponent', () => {
    expect(formatMoney(money('1.25e2'))).toBe('125.00');
    expect(money('1e-999999999')).toBe(0n);
    expect(money('1e999999999') > 10n ** 100n).toBe(true);
  });
});

function money(text: string): bigint {
  return toTenThousandths(parseDecimal(text)!); // the texts of these tests are decimals
}
