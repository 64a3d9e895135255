import type { Decimal } from '../../src/calendar/derivation/money';
import {
  formatDecimal,
  formatMoney,
  formatPrice,
  parseDecimal,
  parseMoney,
  toTenThousandths,
} from '../../src/calendar/derivation/money';

describe('a decimal', () => {
  it.each<[string, Decimal]>([
    ['12.50', { value: 1250n, scale: 2 }],
    ['-12.5', { value: -125n, scale: 1 }],
    ['1.25e1', { value: 125n, scale: 1 }],
    ['1.25E+2', { value: 125n, scale: 0 }],
    ['12e3', { value: 12_000n, scale: 0 }],
    ['12e-3', { value: 12n, scale: 3 }],
    ['-0.00', { value: 0n, scale: 0 }],
    ['0e999999999', { value: 0n, scale: 0 }],
    ['1e400', { value: 10n ** 400n, scale: 0 }],
    ['1e401', { value: 10n ** 400n, scale: 0 }],
  ])('The decimal %s is exact', (text, decimal) => {
    expect(parseDecimal(text)).toEqual(decimal);
  });

  it.each(['x1', '1x', '1e1000000000', '1e1.5', '1.2.3', '1ee2'])(
    'The parser refuses %s as a decimal',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );

  it('A decimal has at most 1,000 characters', () => {
    expect(parseDecimal('1'.repeat(1_000))?.value).toBe(BigInt('1'.repeat(1_000)));
    expect(parseDecimal('1'.repeat(1_001))).toBeUndefined();
  });
});

describe('money', () => {
  it.each([
    [{ value: 123n, scale: 0 }, 1_230_000n],
    [{ value: 12_345n, scale: 4 }, 12_345n],
    [{ value: 123_455n, scale: 5 }, 12_346n],
    [{ value: 123_454n, scale: 5 }, 12_345n],
    [{ value: -123_455n, scale: 5 }, -12_346n],
    [{ value: -123_454n, scale: 5 }, -12_345n],
    [{ value: 5n * 10n ** 1_025n, scale: 1_030 }, 1n],
    [{ value: 10n ** 999n, scale: 1_031 }, 0n],
  ])('Money is rounded half up, away from zero: %p is %p', (decimal, amount) => {
    expect(toTenThousandths(decimal)).toBe(amount);
  });

  it.each([
    ['12.3456', 123_456n],
    ['-5', -50_000n],
    ['1e2', 1_000_000n],
  ])('Money is read from checked text: %s', (text, amount) => {
    expect(parseMoney(text)).toBe(amount);
  });

  it.each(['1.23456', 'five', ''])('The parser refuses %p as money', (text) => {
    expect(() => parseMoney(text)).toThrow(`Not an amount of money: ${text}`);
  });

  it('Money is written with its sign', () => {
    expect(formatMoney(-12_345n)).toBe('-1.2345');
    expect(formatMoney(-1n)).toBe('-0.0001');
    expect(formatDecimal(-1_205n, 1_000n)).toBe('-1.205');
    expect(formatDecimal(1_200n, 100n)).toBe('12.00');
  });

  it('A price that is not set is null', () => {
    expect(formatPrice(null)).toBeNull();
    expect(formatPrice(0n)).toBe('0.00');
  });
});
