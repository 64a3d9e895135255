import { NO_RECORD } from '../../src/calendar/cell';
import { MAX_ROWS } from '../../src/calendar/cells-of-rooms';
import type { Write } from '../../src/platform/database/write';
import type { RatePlanId } from '../../src/platform/database/id';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { addDays } from '../../src/platform/dates/calendar-date';
import { planWrites } from '../../src/pricing/plan-writes';
import * as sql from '../../src/pricing/rate-room-availability.statements';
import { calendarPlan, roomCalendar } from '../support/room-calendar';

describe('the statements that write prices', () => {
  const days = Array.from({ length: 730 }, (_, day) => addDays('2026-12-01' as CalendarDate, day));
  const plans = Array.from({ length: 100 }, (_, plan) => calendarPlan(String(plan + 1)));
  const calendarWith = (stored: number) =>
    roomCalendar({ plans, dates: days, rows: plans.map(() => days.map(() => stored)) });
  const listOf = ({ values }: Write, index: number) => (values[index] as string).slice(1, -1).split(',');

  it('New prices are written with at most 25,000 rows in a statement, each of them once', () => {
    const calendar = calendarWith(NO_RECORD);
    for (const date of days) for (const { id } of plans) calendar.setPrice(id, date, 100);
    const writes = planWrites([calendar]);
    expect(writes.map(({ statement }) => statement)).toEqual([
      sql.INSERT_PRICES,
      sql.INSERT_PRICES,
      sql.INSERT_PRICES,
    ]);
    expect(writes.map((each) => listOf(each, 0).length)).toEqual([MAX_ROWS, MAX_ROWS, 73_000 - 2 * MAX_ROWS]);
    const written = writes.flatMap((each) => {
      const ids = listOf(each, 2);
      return listOf(each, 1).map((date, index) => `${date} ${ids[index]}`);
    });
    expect(new Set(written).size).toBe(73_000);
  });

  it('Changed prices are written in blocks of at most 25,000 values, each for its own days', () => {
    const calendar = calendarWith(100);
    for (const [day, date] of days.entries())
      for (const { id } of plans) calendar.setPrice(id, date, 1_000 * (day + 1) + Number(id));
    const writes = planWrites([calendar]);
    expect(writes.map(({ statement }) => statement)).toEqual([
      sql.UPDATE_PRICE_GRID,
      sql.UPDATE_PRICE_GRID,
      sql.UPDATE_PRICE_GRID,
    ]);
    const written = new Map<string, string>();
    for (const each of writes) {
      const [ids, values] = [listOf(each, 1), listOf(each, 4)];
      const first = days.indexOf(each.values[2] as CalendarDate);
      const count = days.indexOf(each.values[3] as CalendarDate) - first + 1;
      expect(values).toHaveLength(count * ids.length);
      expect(values.length).toBeLessThanOrEqual(MAX_ROWS);
      for (const [index, value] of values.entries())
        written.set(`${days[first + Math.floor(index / ids.length)]} ${ids[index % ids.length]}`, value);
    }
    expect(written.size).toBe(73_000);
    for (const [day, date] of days.entries())
      for (const id of ['1', '57', '100'] as RatePlanId[])
        expect(written.get(`${date} ${id}`)).toBe(String(1_000 * (day + 1) + Number(id)));
  });

  it('Days on which nothing changes get no statement of their own', () => {
    const calendar = calendarWith(100);
    const changed = [...days.slice(0, 250), ...days.slice(500)];
    for (const date of changed) for (const { id } of plans) calendar.setPrice(id, date, 200);
    const writes = planWrites([calendar]);
    expect(writes.map(({ statement }) => statement)).toEqual([
      sql.UPDATE_SPARSE_PRICE_GRID,
      sql.UPDATE_SPARSE_PRICE_GRID,
    ]);
    expect(writes.map(({ values }) => values[2])).toEqual([days[0], days[500]]);
  });
});
