import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { UpdateWindow } from '../../src/platform/dates/update-window';
import { parseConfig } from '../../src/platform/config/config';

const windowAt = (now: string, timeZone = 'UTC') =>
  new UpdateWindow(parseConfig({ PLATFORM_TIME_ZONE: timeZone }), { now: () => new Date(now) });

describe('the update window', () => {
  it('The update window goes from yesterday to two years from today', () => {
    expect(windowAt('2026-12-01T12:00:00Z').current()).toEqual({ from: '2026-11-30', to: '2028-12-01' });
  });

  it.each([
    ['Pacific/Auckland', '2026-12-02'],
    ['UTC', '2026-12-01'],
    ['America/Los_Angeles', '2026-12-01'],
  ])('The update window follows the date in %s', (timeZone, today) => {
    expect(windowAt('2026-12-01T12:00:00Z', timeZone).today()).toBe(today);
  });

  it('The update window changes at the millisecond in which a day begins', () => {
    let now = '2026-11-30T22:59:59.999Z';
    const window = new UpdateWindow(parseConfig({ PLATFORM_TIME_ZONE: 'Europe/Berlin' }), {
      now: () => new Date(now),
    });
    expect(window.today()).toBe('2026-11-30');
    now = '2026-11-30T23:00:00.000Z';
    expect(window.today()).toBe('2026-12-01');
    now = '2026-11-30T22:59:59.999Z';
    expect(window.today()).toBe('2026-11-30');
  });

  it('The update window follows the change to summer time', () => {
    expect(windowAt('2026-03-28T23:30:00Z', 'Europe/Berlin').today()).toBe('2026-03-29');
    expect(windowAt('2026-03-29T21:59:59Z', 'Europe/Berlin').today()).toBe('2026-03-29');
    expect(windowAt('2026-03-29T22:00:00Z', 'Europe/Berlin').today()).toBe('2026-03-30');
  });

  it.each([
    [
      'without midnight, at 01:00',
      '2027-03-28T00:59:59.999Z',
      '2027-03-27',
      '2027-03-28T01:00:00Z',
      '2027-03-28',
    ],
    [
      'at the first of two midnights',
      '2026-10-24T23:59:59.999Z',
      '2026-10-24',
      '2026-10-25T00:00:00Z',
      '2026-10-25',
    ],
  ])('The update window follows a day that begins %s', (_, last, before, first, today) => {
    expect(windowAt(last, 'Atlantic/Azores').today()).toBe(before);
    expect(windowAt(first, 'Atlantic/Azores').today()).toBe(today);
  });

  it('The update window ends on 28 February if the end would be a 29 February that does not exist', () => {
    expect(windowAt('2028-02-29T12:00:00Z').current().to).toBe('2030-02-28');
  });

  it('Accepted records are sorted by date', () => {
    const records = ['2026-12-03', '2026-12-01', '2026-12-02'].map((date) => ({
      date: date as CalendarDate,
    }));
    const { accepted } = windowAt('2026-12-01T12:00:00Z').select(records);
    expect(accepted.map(({ date }) => date)).toEqual(['2026-12-01', '2026-12-02', '2026-12-03']);
  });

  it('The update window includes both ends and skips other dates, and the last record of a date wins', () => {
    const records = ['2026-11-29', '2026-11-30', '2028-12-01', '2028-12-02', '2026-11-30'].map(
      (date, value) => ({
        date: date as CalendarDate,
        value,
      }),
    );
    expect(windowAt('2026-12-01T12:00:00Z').select(records)).toEqual({
      accepted: [
        { date: '2026-11-30', value: 4 },
        { date: '2028-12-01', value: 2 },
      ],
      exclusions: ['skipped', 'superseded', null, 'skipped', null],
    });
  });
});
