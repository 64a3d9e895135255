import fc from 'fast-check';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { addDays, addYears, daysBetween, parseCalendarDate } from '../../src/platform/dates/calendar-date';

describe('a calendar date', () => {
  it.each([
    '2026-03-15',
    '2026-03-15T00:30:00Z',
    '2026-03-15T00:30:00+02:00',
    '2026-03-15T23:59:59-1130',
    '2026-03-15T00:30+02',
    '2026-03-15T00:30:00.123456Z',
    '2026-03-15T00:30:00,5Z',
  ])('The date of %s is the one that is written, 2026-03-15', (text) => {
    expect(parseCalendarDate(text)).toBe('2026-03-15');
  });

  it.each([
    '2026-02-30',
    '2025-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-01-00',
    '0000-01-01',
    '2026-W12-1',
    '2026-074',
    '20260315',
    'x2026-03-1',
    '2026-03-15 T10Z',
    '2026-03-15T10:00Zx',
    '2026-03-15xT10:00Z',
    '2026-3-15',
    '2026-03-15T24:00:00Z',
    '2026-03-15T00:60:00Z',
    '2026-03-15T00:30:00',
    '2026-03-15 00:30:00Z',
    '2026-03-15T00:30:00+25:00',
    '2026-03-15T00:30:00z',
    '2026-03-15T',
    ' 2026-03-15',
    '2026-03-15\n',
    '+002026-03-15',
    '',
  ])('The parser refuses %p as a date', (text) => {
    expect(parseCalendarDate(text)).toBeUndefined();
  });

  it('Every fourth century begins with a leap year', () => {
    expect(parseCalendarDate('2000-02-29')).toBe('2000-02-29');
    expect(parseCalendarDate('2100-02-29')).toBeUndefined();
  });

  it('Each month has its number of days', () => {
    [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].forEach((days, index) => {
      const month = `2026-${String(index + 1).padStart(2, '0')}`;
      expect(parseCalendarDate(`${month}-${days}`)).toBe(`${month}-${days}`);
      expect(parseCalendarDate(`${month}-${days + 1}`)).toBeUndefined();
    });
  });

  it('The first date is in the year 1, and years have four digits', () => {
    expect(parseCalendarDate('0001-01-01')).toBe('0001-01-01');
    expect(addYears('0098-12-01' as CalendarDate, 2)).toBe('0100-12-01');
  });

  it('Counting days forth and back gives the same date', () => {
    const date = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(date, fc.integer({ min: -5000, max: 5000 }), (from, days) => {
        const start = from.toISOString().slice(0, 10) as CalendarDate;
        expect(daysBetween(start, addDays(start, days))).toBe(days);
      }),
    );
  });

  it('Two years after 29 February is 28 February', () => {
    expect(addYears('2028-02-29' as CalendarDate, 2)).toBe('2030-02-28');
    expect(addYears('2028-02-29' as CalendarDate, 4)).toBe('2032-02-29');
    expect(addYears('2026-12-01' as CalendarDate, 2)).toBe('2028-12-01');
  });
});
