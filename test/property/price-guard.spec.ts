import Big from 'big.js';
import fc from 'fast-check';
import { formatMoney, parseMoney, PRICE_LIMIT } from '../../src/calendar/derivation/money';
import type { HeldReason, PriceGuard } from '../../src/calendar/price-guard';
import { NOT_SET } from '../../src/calendar/cell';
import { heldReasonOf } from '../../src/calendar/price-guard';

const NO_LIMITS: PriceGuard = {
  minimum: null,
  maximum: null,
  maxDecreasePercent: null,
  maxIncreasePercent: null,
};

const decimal = (max: number) =>
  fc
    .tuple(fc.nat(max), fc.nat(9_999), fc.constantFrom(0, 1, 4))
    .map(([whole, fraction, digits]) =>
      digits === 0 ? String(whole) : `${whole}.${String(fraction).padStart(4, '0').slice(0, digits)}`,
    );
const orNull = (text: fc.Arbitrary<string>) => fc.option(text);
const guard: fc.Arbitrary<PriceGuard> = fc.record({
  minimum: orNull(decimal(500)),
  maximum: orNull(decimal(2_000)),
  maxDecreasePercent: orNull(fc.oneof(decimal(99), fc.constant('100'))),
  maxIncreasePercent: orNull(decimal(400)),
});
const price = fc.oneof(
  fc.bigInt({ min: 0n, max: 20_000_000n }),
  fc.bigInt({ min: 0n, max: 20n }),
  fc.bigInt({ min: 10n ** 14n - 20n, max: 10n ** 14n - 1n }),
);

/** The decision of the guard on a pushed price, compared with the price in the calendar. */
function reasonOf(limits: PriceGuard, pushed: bigint, stored: bigint | null): HeldReason | null {
  return heldReasonOf(limits)(Number(pushed), stored === null ? NOT_SET : Number(stored));
}

/** The rules of the contract in exact decimals. */
function expected(limits: PriceGuard, pushed: bigint, stored: bigint | null): HeldReason | null {
  const { minimum, maximum, maxDecreasePercent, maxIncreasePercent } = limits;
  const now = Big(formatMoney(pushed));
  if (minimum !== null && now.lt(minimum)) return 'belowMinimum';
  if (maximum !== null && now.gt(maximum)) return 'aboveMaximum';
  if (stored === null || stored === 0n) return null;
  const before = Big(formatMoney(stored));
  const changed = (percent: string, sign: number) => before.plus(before.times(percent).times(sign).div(100));
  if (maxDecreasePercent !== null && now.lt(changed(maxDecreasePercent, -1))) return 'decrease';
  return maxIncreasePercent !== null && now.gt(changed(maxIncreasePercent, 1)) ? 'increase' : null;
}

describe('a guard', () => {
  it('A guard holds a pushed price exactly if one of its four limits is exceeded', () => {
    fc.assert(
      fc.property(guard, price, fc.option(price), (limits, pushed, stored) => {
        expect(reasonOf(limits, pushed, stored)).toBe(expected(limits, pushed, stored));
      }),
      { numRuns: 5_000 },
    );
  });

  it('A guard decides exactly for stored prices at its bounds and next to them', () => {
    fc.assert(
      fc.property(guard, price, fc.bigInt({ min: -2n, max: 2n }), (limits, pushed, distance) => {
        const percentages = [`-${limits.maxDecreasePercent ?? 0}`, limits.maxIncreasePercent ?? '0'];
        for (const percent of percentages.filter((one) => Number(one) > -100)) {
          const bound = Big(String(pushed)).times(100).div(Big(percent).plus(100));
          const stored = BigInt(bound.round(0).toFixed()) + distance;
          if (stored < 0n || stored >= PRICE_LIMIT) continue;
          expect(reasonOf(limits, pushed, stored)).toBe(expected(limits, pushed, stored));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('A guard refuses a limit that is not a percentage', () => {
    expect(() => heldReasonOf({ ...NO_LIMITS, maxDecreasePercent: 'half' })).toThrow(
      'Not a percentage: half',
    );
  });

  it('A guard without limits accepts every price', () => {
    fc.assert(
      fc.property(price, price, (pushed, stored) => {
        expect(reasonOf(NO_LIMITS, pushed, stored)).toBeNull();
      }),
    );
  });

  it.each<[string, Partial<PriceGuard>, string, string | null, HeldReason | null]>([
    ['takes its minimum', { minimum: '40.00' }, '40', '100', null],
    ['holds what is below its minimum', { minimum: '40.00' }, '39.9999', '100', 'belowMinimum'],
    ['takes its maximum', { maximum: '900' }, '900', '100', null],
    ['holds what is above its maximum', { maximum: '900' }, '900.0001', '100', 'aboveMaximum'],
    ['looks at its bounds where no price is stored', { minimum: '40.00' }, '1', null, 'belowMinimum'],
    ['takes the largest decrease', { maxDecreasePercent: '50' }, '50', '100', null],
    ['holds a larger decrease', { maxDecreasePercent: '50' }, '49.9999', '100', 'decrease'],
    ['takes the largest increase', { maxIncreasePercent: '200' }, '300', '100', null],
    ['holds a larger increase', { maxIncreasePercent: '200' }, '300.0001', '100', 'increase'],
    ['holds a price of 0 as a decrease', { maxDecreasePercent: '99.9999' }, '0', '0.01', 'decrease'],
    ['takes every decrease of up to 100 per cent', { maxDecreasePercent: '100' }, '0', '100', null],
    [
      'holds every decrease of a plan that allows none',
      { maxDecreasePercent: '0' },
      '9.99',
      '10',
      'decrease',
    ],
    [
      'holds every increase of a plan that allows none',
      { maxIncreasePercent: '0' },
      '10.01',
      '10',
      'increase',
    ],
    ['compares with no price that is not set', { maxIncreasePercent: '0' }, '10', null, null],
    ['compares with no price of 0', { maxIncreasePercent: '0' }, '10', '0', null],
    [
      'names a bound before a percentage',
      { minimum: '5', maxDecreasePercent: '1' },
      '1',
      '10',
      'belowMinimum',
    ],
  ])('A guard %s', (_, limits, pushed, stored, reason) => {
    const storedPrice = stored === null ? null : parseMoney(stored);
    expect(reasonOf({ ...NO_LIMITS, ...limits }, parseMoney(pushed), storedPrice)).toBe(reason);
  });
});
