import type { HeldCell } from '../../src/calendar/held-rows';
import { HeldRows } from '../../src/calendar/held-rows';
import type { RatePlanId } from '../../src/platform/database/id';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';

const PLAN = '7' as RatePlanId;
const [FIRST, SECOND] = ['2026-12-01', '2026-12-02'] as [CalendarDate, CalendarDate];

describe('the held prices of a calendar', () => {
  const cell = (price: number): HeldCell => ({
    price,
    reason: 'decrease',
    entryId: 'entry',
    heldAt: '2026-11-01T00:00:00.000000Z',
  });
  let held: HeldRows;
  beforeEach(() => {
    held = new HeldRows();
    held.load(PLAN, SECOND, cell(20));
    held.load(PLAN, FIRST, cell(10));
  });

  it('The held prices of a calendar are sorted by date', () => {
    expect(held.of(PLAN).map(({ date, price }) => [date, price])).toEqual([
      [FIRST, 10],
      [SECOND, 20],
    ]);
    expect(held.of('8' as RatePlanId)).toEqual([]);
  });

  it('Held prices that were loaded do not count as changes', () => {
    expect(held.changes).toEqual([]);
    expect(held.hasChanged(PLAN)).toBe(false);
  });

  it('A removed held price is gone from the calendar, and the removal counts as a change', () => {
    held.remove(PLAN, FIRST);
    expect(held.of(PLAN).map(({ date }) => date)).toEqual([SECOND]);
    expect(held.changes).toEqual([
      { ratePlanId: PLAN, cells: new Map([[FIRST, undefined]]), before: undefined },
    ]);
  });

  it('A newly held price replaces an earlier held price of the same date', () => {
    held.remove(PLAN, FIRST);
    held.hold(PLAN, FIRST, cell(30));
    expect(held.of(PLAN)[0]?.price).toBe(30);
    expect(held.changes[0]?.cells).toEqual(new Map([[FIRST, cell(30)]]));
  });

  it('The removal of all held prices before a date counts as a change by itself', () => {
    held.removeBefore(PLAN, FIRST);
    expect(held.changes).toEqual([{ ratePlanId: PLAN, cells: new Map(), before: FIRST }]);
  });
});
