import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { datesOf } from '../../src/platform/dates/date-range';
import { DayAxis } from '../../src/platform/dates/day-axis';

const dates = (...days: string[]) => days as CalendarDate[];

describe('the axis of the days of a push', () => {
  it('The axis reaches from the first date to the last, both included', () => {
    const axis = new DayAxis(dates('2026-12-30', '2027-01-01', '2027-01-02'));
    expect([axis.from, axis.days]).toEqual(['2026-12-30', 4]);
    expect([0, 1, 2, 3].map((day) => axis.dateOf(day))).toEqual([
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
    ]);
  });

  it('The axis places values on their days, and fills the gaps between them', () => {
    const axis = new DayAxis(dates('2026-12-30', '2027-01-01', '2027-01-02'));
    expect(axis.place(-1, [10, 20, 30])).toEqual([10, -1, 20, 30]);
    expect(axis.place(-1, [10])).toEqual([10, -1, -1, -1]);
  });

  it('The axis asks for each value by its date, day and index', () => {
    const axis = new DayAxis(dates('2026-12-30', '2027-01-01'));
    expect(axis.row('', (date, day, index) => `${date}/${day}/${index}`)).toEqual([
      '2026-12-30/0/0',
      '',
      '2027-01-01/2/1',
    ]);
  });

  it('The axis lists its dates only if they leave out days', () => {
    const gaps = dates('2026-12-30', '2027-01-01');
    expect(new DayAxis(gaps).datesWithGaps).toEqual(gaps);
    expect(new DayAxis(dates('2026-12-30', '2026-12-31')).datesWithGaps).toEqual([]);
    expect(new DayAxis(dates('2026-12-30')).datesWithGaps).toEqual([]);
  });

  it('The axis needs a date', () => {
    expect(() => new DayAxis([])).toThrow('There is no date');
  });
});

describe('a range of dates', () => {
  it('A range of dates includes both ends', () => {
    const [from, to] = dates('2026-12-30', '2027-01-01') as [CalendarDate, CalendarDate];
    expect(datesOf({ from, to })).toEqual(['2026-12-30', '2026-12-31', '2027-01-01']);
    expect(datesOf({ from, to: from })).toEqual([from]);
  });
});
