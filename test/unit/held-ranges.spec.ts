import { addDays } from '../../web/dates';
import { decidedInWords } from '../../web/held-prices/decision';
import type { ReadHeldPrice } from '../../web/held-prices/ranges';
import { rangesOf } from '../../web/held-prices/ranges';

function held(day: number, requestId: string, fields: Partial<ReadHeldPrice> = {}): ReadHeldPrice {
  return {
    ratePlanId: '12',
    roomId: '1',
    date: addDays('2026-12-01', day),
    price: '100.00',
    held: '40.00',
    reason: 'decrease',
    requestId,
    heldAt: '2026-11-21T12:00:00.000000Z',
    reading: 1,
    ...fields,
  };
}

describe('the ranges of selected held prices', () => {
  it('A range of selected held prices has the request ids of its prices, each once', () => {
    const prices = [held(0, 'a'), held(1, 'b'), held(2, 'a')];
    expect(rangesOf(prices, prices)).toEqual([
      { ratePlanId: '12', from: '2026-12-01', to: '2026-12-03', heldBy: ['a', 'b'] },
    ]);
  });

  it('A range does not contain a held price of the same push that is not selected', () => {
    const [first, between, last] = [held(0, 'a'), held(1, 'a'), held(2, 'a')];
    expect(rangesOf([first, last], [first, between, last])).toEqual([
      { ratePlanId: '12', from: '2026-12-01', to: '2026-12-01', heldBy: ['a'] },
      { ratePlanId: '12', from: '2026-12-03', to: '2026-12-03', heldBy: ['a'] },
    ]);
  });

  it('A range of selected held prices spans dates without a held price', () => {
    const prices = [held(5, 'b'), held(0, 'a')];
    expect(rangesOf(prices, prices)).toEqual([
      { ratePlanId: '12', from: '2026-12-01', to: '2026-12-06', heldBy: ['a', 'b'] },
    ]);
  });

  it('Held prices that were read at different times have ranges of their own', () => {
    const prices = [held(0, 'a'), held(1, 'b', { reading: 2 })];
    expect(rangesOf(prices, prices)).toEqual([
      { ratePlanId: '12', from: '2026-12-01', to: '2026-12-01', heldBy: ['a'] },
      { ratePlanId: '12', from: '2026-12-02', to: '2026-12-02', heldBy: ['b'] },
    ]);
  });

  it('Selected held prices of each rate plan have ranges of their own', () => {
    const prices = [held(0, 'a', { ratePlanId: '13' }), held(0, 'b'), held(1, 'b')];
    expect(rangesOf(prices, prices)).toEqual([
      { ratePlanId: '12', from: '2026-12-01', to: '2026-12-02', heldBy: ['b'] },
      { ratePlanId: '13', from: '2026-12-01', to: '2026-12-01', heldBy: ['a'] },
    ]);
  });

  it('A range of selected held prices has at most 750 days and 750 request ids', () => {
    const prices = Array.from({ length: 752 }, (_, day) => held(day, `push ${day}`));
    const ranges = rangesOf(prices, prices);
    expect(ranges.map(({ from, to, heldBy }) => [from, to, heldBy.length])).toEqual([
      ['2026-12-01', '2028-12-19', 750],
      ['2028-12-20', '2028-12-21', 2],
    ]);
  });
});

describe('the result of a decision on held prices, in words', () => {
  it.each([
    [1, { records: 1, changedSince: 0 }, '1 price was released.'],
    [3, { records: 3, changedSince: 0 }, '3 prices were released.'],
    [3, { records: 2, changedSince: 0 }, '2 of 3 prices were released.'],
    [
      1,
      { records: 0, changedSince: 1 },
      '0 of 1 price was released. 1 price changed since you looked; it is still held.',
    ],
    [
      4,
      { records: 2, changedSince: 2 },
      '2 of 4 prices were released. 2 prices changed since you looked; they are still held.',
    ],
  ])('The result for %i prices, %j, is: %s', (wanted, decided, words) => {
    expect(decidedInWords('release', wanted, decided)).toBe(words);
  });
});
