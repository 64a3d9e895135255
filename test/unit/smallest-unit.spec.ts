import { smallestUnitOf } from '../../src/pricing/rate-plans/smallest-unit';

describe('the smallest unit of a currency', () => {
  it.each([
    ['EUR', '0.01'],
    ['HUF', '0.01'],
    ['IDR', '0.01'],
    ['JPY', '1'],
    ['KRW', '1'],
    ['ISK', '1'],
    ['KWD', '0.001'],
    ['IQD', '0.001'],
    ['CLF', '0.0001'],
  ])('The smallest unit of %s is that of ISO 4217: %s', (currency, unit) => {
    expect(smallestUnitOf(currency)).toBe(unit);
  });

  it.each(['ABC', 'constructor'])('A code that is not in ISO 4217, such as %s, counts in 0.01', (code) => {
    expect(smallestUnitOf(code)).toBe('0.01');
  });
});
