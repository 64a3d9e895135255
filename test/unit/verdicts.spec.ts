import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import type { CallResult, PushRecords } from '../../src/push/journal/journaled-call';
import {
  countRecords,
  markExcluded,
  readVerdict,
  receivedOf,
  resultOf,
  verdictLetters,
} from '../../src/push/journal/verdicts';

const DAYS = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-03', '2030-01-01'] as CalendarDate[];
const [FIRST, SECOND, THIRD, , OUTSIDE] = DAYS as [CalendarDate, ...CalendarDate[]];

/** Three dates: the third comes twice, and another record lies outside the update window. */
const received: PushRecords = {
  dates: DAYS,
  numbers: ['1', '2', '3', '4', '5'],
  exclusions: [null, null, 'superseded', null, 'skipped'],
};
const pushed = (result: Partial<CallResult>): string =>
  verdictLetters({ outcome: 'applied', received, ...result });

describe('the verdicts of a push', () => {
  it('A letter marks each record as applied, unchanged, superseded or skipped', () => {
    expect(pushed({ changed: new Set([FIRST, THIRD!]) })).toBe('auxas');
  });

  it('Accepted records are unchanged if the push changed no value', () => {
    expect(pushed({})).toBe('uuxus');
  });

  it('The letter of a record is a capital if fewer rooms are left on its date than are occupied', () => {
    expect(pushed({ changed: new Set([FIRST]), overbooked: new Set([FIRST, SECOND!]) })).toBe('AUxus');
  });

  it('The verdict on an excluded record never marks its date as overbooked', () => {
    expect(pushed({ changed: new Set([THIRD!]), overbooked: new Set([THIRD!, OUTSIDE!]) })).toBe('uuxAs');
  });

  it.each(['roomMissing', 'ratePlanMissing'] as const)(
    'All records are skipped if the outcome is %s',
    (outcome) => {
      expect(pushed({ outcome, changed: new Set(DAYS), overbooked: new Set(DAYS) })).toBe('sssss');
    },
  );

  it('The verdicts of a journal entry are those of the push', () => {
    const result = {
      outcome: 'applied' as const,
      received: markExcluded(received, new Set([SECOND!]), 'held'),
      changed: new Set([FIRST]),
      overbooked: new Set([FIRST]),
    };
    const { dates, numbers } = result.received;
    const verdicts = verdictLetters(result);
    expect(verdicts).toBe('Ahxus');
    expect(resultOf({ outcome: 'applied', dates, numbers, verdicts })).toEqual(result);
    expect(countRecords(result)).toMatchObject({
      received: 5,
      applied: 1,
      unchanged: 1,
      held: 1,
      skipped: 1,
    });
    const none = { outcome: 'emptyList' as const, dates: null, numbers: null, verdicts: null };
    expect(resultOf(none)).toEqual({ outcome: 'emptyList' });
  });

  it('A superseded record is not also held', () => {
    expect(markExcluded(received, new Set(DAYS), 'held').exclusions).toEqual([
      'held',
      'held',
      'superseded',
      'held',
      'skipped',
    ]);
  });

  it('A call without records has no verdicts', () => {
    expect(pushed({ received: undefined })).toBe('');
  });

  it.each([
    ['a', 'applied', false],
    ['u', 'unchanged', false],
    ['s', 'skipped', false],
    ['h', 'held', false],
    ['l', 'late', false],
    ['x', 'superseded', false],
    ['A', 'applied', true],
    ['U', 'unchanged', true],
  ])('The letter %s is read as %s, overbooked %s', (letter, verdict, overbooked) => {
    expect(readVerdict(letter)).toEqual({ verdict, overbooked });
  });

  it.each(['b', '', 'au'])('The parser refuses %p as a verdict', (letter) => {
    expect(() => readVerdict(letter)).toThrow(`Not a verdict: ${letter}`);
  });
});

it('The records of a push are converted for the journal with their numbers as text', () => {
  const records = [
    { date: FIRST, value: 12 },
    { date: OUTSIDE!, value: 7 },
  ];
  expect(receivedOf(records, [null, 'skipped'], (value) => `${value}.00`)).toEqual({
    dates: [FIRST, OUTSIDE],
    numbers: ['12.00', '7.00'],
    exclusions: [null, 'skipped'],
  });
});
