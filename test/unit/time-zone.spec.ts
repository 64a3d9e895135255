import { formatTime } from '../../web/format';
import { firstMomentOf, momentOf, momentsOf, wallClockAt } from '../../web/time-zone';
import { fromLocalText, isLeftOut, repetitionOf, setTimeZone, startOf, toLocalText } from '../../web/zone';

/** The months of three years, as `YYYY-MM`, and the one after them. */
const MONTHS = Array.from({ length: 37 }, (_, month) =>
  new Date(Date.UTC(2026, month)).toISOString().slice(0, 7),
);

/** The first day of each month in a zone, and all days of a month in which its clock changes. */
function interestingDates(zone: string): string[] {
  const clockAt = (month: string | undefined) =>
    wallClockAt(Date.parse(`${month}-01T12:00Z`), zone).slice(11);
  return MONTHS.slice(0, -1).flatMap((month, index) => {
    const changes = clockAt(month) !== clockAt(MONTHS[index + 1]);
    return Array.from({ length: changes ? 31 : 1 }, (_, day) =>
      new Date(Date.parse(`${month}-01`) + day * 86_400_000).toISOString().slice(0, 10),
    );
  });
}

describe('the time zones of the page', () => {
  it.each([
    ['has a usual midnight', 'Europe/Berlin', '2026-12-24', '2026-12-23T23:00:00.000Z'],
    [
      'has a usual midnight and changes its clock later',
      'Europe/Berlin',
      '2027-03-28',
      '2027-03-27T23:00:00.000Z',
    ],
    ['begins at 01:00', 'Atlantic/Azores', '2027-03-28', '2027-03-28T01:00:00.000Z'],
    ['begins at 01:00', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    ['begins at 01:00', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    ['begins at 01:00', 'Asia/Beirut', '2027-03-28', '2027-03-27T22:00:00.000Z'],
    ['begins at 01:00', 'America/Havana', '2027-03-14', '2027-03-14T05:00:00.000Z'],
    ['begins at 01:00', 'Asia/Amman', '2021-03-26', '2021-03-25T22:00:00.000Z'],
    ['begins at 01:00', 'America/Asuncion', '2023-10-01', '2023-10-01T04:00:00.000Z'],
    ['has midnight twice', 'Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z'],
    ['has midnight twice', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['follows a day with 23:00 twice', 'America/Sao_Paulo', '2019-02-17', '2019-02-17T03:00:00.000Z'],
    [
      'has a first minute before 23:01 comes again',
      'America/St_Johns',
      '2010-11-07',
      '2010-11-07T02:30:00.000Z',
    ],
    ['is left out by the zone', 'Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
    ['follows the day that is left out', 'Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
    ['is left out by the zone', 'Pacific/Kwajalein', '1993-08-21', '1993-08-21T12:00:00.000Z'],
    ['is the earliest of all', 'Pacific/Kiritimati', '2027-01-01', '2026-12-31T10:00:00.000Z'],
    ['has an odd offset', 'Asia/Kathmandu', '2027-01-01', '2026-12-31T18:15:00.000Z'],
  ])('The first moment of a day that %s in %s, %s, is %s', (_, zone, date, moment) => {
    expect(firstMomentOf(date, zone).toISOString()).toBe(moment);
  });

  it('The first moment of a day is on that day in every zone, and the millisecond before is on an earlier day', () => {
    const wrong: string[] = [];
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const dateAt = (time: number) => wallClockAt(time, zone).slice(0, 10);
      for (const date of interestingDates(zone)) {
        const first = firstMomentOf(date, zone).getTime();
        if (dateAt(first) !== date || dateAt(first - 1) >= date) wrong.push(`${zone} ${date}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['exists once', '2026-12-24T18:00', ['2026-12-24T17:00:00.000Z']],
    ['exists twice', '2026-10-25T02:30', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['does not exist', '2027-03-28T02:30', []],
    ['is the last one before the clock is set forward', '2027-03-28T01:59:59', ['2027-03-28T00:59:59.000Z']],
    ['is the first one after it', '2027-03-28T03:00', ['2027-03-28T01:00:00.000Z']],
  ])('A time in Berlin that %s has these moments: %s', (_, text, moments) => {
    expect(momentsOf(text, 'Europe/Berlin').map((moment) => moment.toISOString())).toEqual(moments);
  });

  it.each([
    ['2026-12-24T18:00', '2026-12-24T17:00:00.000Z'],
    ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['2027-03-28T02:30', '2027-03-28T01:30:00.000Z'],
  ])('A person who writes %s in Berlin means %s', (text, moment) => {
    expect(momentOf(text, 'Europe/Berlin')?.toISOString()).toBe(moment);
  });

  it.each(['', 'tomorrow', '2026-13-01T00:00'])('The page does not take “%s” for a time', (text) => {
    expect(momentOf(text, 'Europe/Berlin')).toBeUndefined();
  });

  describe('on a platform in Berlin', () => {
    beforeAll(() => setTimeZone('Europe/Berlin'));
    afterAll(() => setTimeZone('UTC'));

    it('A day begins at its first moment in the time zone of the platform', () => {
      expect(startOf('2027-03-28')).toBe('2027-03-27T23:00:00.000Z');
    });

    it('A field replaces a local time that does not exist by the time that the page understands', () => {
      expect(isLeftOut('2027-03-28T02:30')).toBe(true);
      expect(toLocalText(fromLocalText('2027-03-28T02:30'))).toBe('2027-03-28T03:30:00');
      expect(isLeftOut('2027-03-28T03:30')).toBe(false);
      expect(isLeftOut('')).toBe(false);
    });

    it('A moment in Berlin is the first, the second or the only moment with its local time', () => {
      expect(repetitionOf('2026-10-25T00:30:00.123456Z')).toBe('first');
      expect(repetitionOf('2026-10-25T01:30:00.123456Z')).toBe('second');
      expect(repetitionOf('2026-10-25T02:30:00Z')).toBeUndefined();
      expect(repetitionOf('')).toBeUndefined();
    });

    it('A time that exists twice is written with its offset', () => {
      expect(formatTime('2026-10-25T00:30:00Z')).toMatch(/ \(.*\+2\)$/);
      expect(formatTime('2026-10-25T01:30:00Z')).toMatch(/ \(.*\+1\)$/);
      expect(formatTime('2026-10-25T02:30:00Z')).not.toContain('(');
    });
  });
});
