import fc from 'fast-check';
import { countsJson, pricesJson, statesOf } from '../../src/administration/calendar/row-json';
import { NO_RECORD, NOT_SET } from '../../src/calendar/cell';
import { formatMoney, formatNumber } from '../../src/calendar/derivation/money';
import { readNumbers } from '../../src/calendar/number-list';

describe('a row of prices', () => {
  it('A row is read from what the database sends', () => {
    expect(readNumbers('100.1000,,0.0000,9999999999.9999')).toEqual([1001000, NOT_SET, 0, 99999999999999]);
    expect(readNumbers('1001000,-1,,5')).toEqual([1001000, NO_RECORD, NOT_SET, 5]);
    expect(readNumbers('')).toEqual([NOT_SET]);
  });

  it('A row is written as JSON, with null for no price', () => {
    expect(pricesJson([1001000, NOT_SET, NO_RECORD, 0])).toBe('["100.10",null,null,"0.00"]');
    expect(countsJson([3, NO_RECORD, 0])).toBe('[3,null,0]');
  });

  it('The states say where each price comes from', () => {
    const parent = [100, 100, NOT_SET, NO_RECORD, 100, 100];
    const row = [200, 201, 200, 200, NOT_SET, NO_RECORD];
    const rule = (price: number) => price * 2;
    expect(statesOf(row, { parent, rule })).toBe('dooon-');
    expect(statesOf(row, { parent: undefined, rule })).toBe('oooon-');
    expect(statesOf(row, undefined)).toBe('ppppn-');
  });
});

describe('a price as a number', () => {
  it('A price that is a number is written like money', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 14 }), (amount) => {
        expect(formatNumber(amount)).toBe(formatMoney(BigInt(amount)));
      }),
    );
    for (const amount of [0, 1, 10, 100, 1234, 1230, 1200, 1000, 10_005, 99_999_999_999_999])
      expect(formatNumber(amount)).toBe(formatMoney(BigInt(amount)));
  });
});
