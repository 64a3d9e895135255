import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { largerChange, largestChange } from '../../src/calendar/price-change';
import { NO_RECORD, NOT_SET } from '../../src/calendar/cell';

const DATES = ['2026-12-01', '2026-12-02', '2026-12-03'] as CalendarDate[];

describe('the largest change of a price', () => {
  const largestOf = (before: number[], after: number[]) =>
    largestChange(
      after.map((value, index) => ({ date: DATES[index] as CalendarDate, value })),
      (date) => before[DATES.indexOf(date)] ?? NO_RECORD,
    );

  it.each([
    ['a fall', [100, 100], [90, 20], { from: 100, to: 20 }],
    ['a rise', [100, 100], [90, 500], { from: 100, to: 500 }],
    [
      'the one by the largest factor: a fall to a fifth, not a fourfold price',
      [100, 100],
      [20, 400],
      { from: 100, to: 20 },
    ],
    [
      'a fall to 0, which is as large as one to the smallest price',
      [100, 100],
      [0, 9_000],
      { from: 100, to: 0 },
    ],
  ])('The largest change is %s', (_, before, after, largest) => {
    expect(largestOf(before, after)).toEqual(largest);
  });

  it.each([
    ['no price changes', [100, 200], [100, 200]],
    ['there was no price, or 0', [NO_RECORD, NOT_SET, 0], [1, 2, 3]],
  ])('The largest change is unknown if %s', (_, before, after) => {
    expect(largestOf(before, after)).toBeUndefined();
  });

  it('The largest change of two plans is the larger of their changes', () => {
    const [small, large] = [
      { from: 100, to: 120 },
      { from: 100, to: 50 },
    ];
    expect(largerChange(small, large)).toBe(large);
    expect(largerChange(large, small)).toBe(large);
    expect(largerChange(undefined, small)).toBe(small);
    expect(largerChange(small, undefined)).toBe(small);
  });
});
