import { LoadedCells } from '../../src/calendar/loaded-cells';
import type { LoadedRoom } from '../../src/calendar/room-calendar';
import { NO_RECORD, NOT_SET } from '../../src/calendar/room-calendar';
import type { RatePlanId, RoomId } from '../../src/platform/database/id';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { addDays } from '../../src/platform/dates/calendar-date';
import { calendarPlan } from '../support/room-calendar';

const FIRST = '2026-12-01' as CalendarDate;
const day = (offset: number) => addDays(FIRST, offset);
const days = (count: number, step = 1) => Array.from({ length: count }, (_, n) => day(n * step));
const PLANS = ['11', '12'] as RatePlanId[];
const ROOM: LoadedRoom = {
  id: '1' as RoomId,
  propertyName: null,
  capacity: { maximumGuests: null, totalRooms: null, adults: null, children: null },
  plans: PLANS.map((id) => calendarPlan(id)),
};
const rowsOf = (cells: LoadedCells) => {
  const calendar = cells.toCalendar(ROOM);
  return PLANS.map((plan) => calendar.rowOf(plan));
};

describe('the cells of some dates', () => {
  it('have no records before any are read', () => {
    const cells = new LoadedCells([day(1), day(0)]);
    expect(cells.dates).toEqual([day(0), day(1)]);
    const calendar = cells.toCalendar(ROOM);
    expect(calendar.roomsLeftOn(day(0))).toBe(NO_RECORD);
    expect(rowsOf(cells)).toEqual([
      [NO_RECORD, NO_RECORD],
      [NO_RECORD, NO_RECORD],
    ]);
  });

  it('may be of no date', () => {
    const cells = new LoadedCells([]);
    expect([cells.days, cells.isRange]).toEqual([0, false]);
    expect(rowsOf(cells)).toEqual([[], []]);
  });

  it.each([
    [39, 1, false],
    [40, 1, true],
    [40, 2, true],
    [40, 3, false],
  ])('%d dates, one in %d days: a range is %p', (count, step, isRange) => {
    expect(new LoadedCells(days(count, step)).isRange).toBe(isRange);
  });

  it('take what is read by date, also where dates are left out', () => {
    const cells = new LoadedCells([day(0), day(3)]);
    cells.setRoomsLeft(day(3), 2, 5);
    cells.setPrices(day(3), '{12,11}', '{-2,1500}');
    cells.setPrices(day(0), '{11}', '{900}');
    const calendar = cells.toCalendar(ROOM);
    expect([calendar.roomsLeftOn(day(0)), calendar.roomsLeftOn(day(3))]).toEqual([NO_RECORD, 2]);
    expect([calendar.isOverbooked(day(0)), calendar.isOverbooked(day(3))]).toEqual([false, true]);
    expect(rowsOf(cells)).toEqual([
      [900, 1500],
      [NO_RECORD, NOT_SET],
    ]);
  });

  it('take a whole range, with its prices day by day', () => {
    const cells = new LoadedCells(days(3));
    cells.setRoomsLeftOfRange('{0,2}', '{7,8}', '{1,9}');
    cells.setPricesOfRange(PLANS, '{1,10,2,20,3,30}');
    const calendar = cells.toCalendar(ROOM);
    expect(days(3).map((date) => calendar.roomsLeftOn(date))).toEqual([7, NO_RECORD, 8]);
    expect(days(3).map((date) => calendar.isOverbooked(date))).toEqual([false, false, true]);
    expect(rowsOf(cells)).toEqual([
      [1, 2, 3],
      [10, 20, 30],
    ]);
  });

  it('take from a range only the days that are among the dates', () => {
    const cells = new LoadedCells([day(0), day(2)]);
    cells.setRoomsLeftOfRange('{0,1,2}', '{4,5,6}', '{0,0,0}');
    cells.setPricesOfRange(PLANS, '{1,10,2,20,3,30}');
    const calendar = cells.toCalendar(ROOM);
    expect(cells.dates.map((date) => calendar.roomsLeftOn(date))).toEqual([4, 6]);
    expect(rowsOf(cells)).toEqual([
      [1, 3],
      [10, 30],
    ]);
  });

  it('take the prices of a range in which plans lack records, with their places', () => {
    const cells = new LoadedCells([day(0), day(1), day(3)]);
    cells.setSparsePrices('{0,2,3}', '{12,11,11}', '{5,6,-2}');
    expect(rowsOf(cells)).toEqual([
      [NO_RECORD, NO_RECORD, NOT_SET],
      [5, NO_RECORD, NO_RECORD],
    ]);
  });

  it.each([null, '{}'])('take nothing from %p', (none) => {
    const cells = new LoadedCells(days(1));
    cells.setRoomsLeftOfRange(none, none, none);
    cells.setSparsePrices(none, none, none);
    expect(cells.toCalendar(ROOM).roomsLeftOn(FIRST)).toBe(NO_RECORD);
    expect(rowsOf(cells)).toEqual([[NO_RECORD], [NO_RECORD]]);
  });
});
