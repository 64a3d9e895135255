import { LoadedCells } from '../../src/calendar/loaded-cells';
import type { LoadedRoom } from '../../src/calendar/loaded-room';
import { NO_RECORD, NOT_SET } from '../../src/calendar/cell';
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
  it('Loaded cells have no records before any are read', () => {
    const cells = new LoadedCells([day(1), day(0)]);
    expect(cells.dates).toEqual([day(0), day(1)]);
    const calendar = cells.toCalendar(ROOM);
    expect(calendar.roomsLeftOn(day(0))).toBe(NO_RECORD);
    expect(rowsOf(cells)).toEqual([
      [NO_RECORD, NO_RECORD],
      [NO_RECORD, NO_RECORD],
    ]);
  });

  it('Loaded cells can have no dates', () => {
    const cells = new LoadedCells([]);
    expect([cells.days, cells.isRange]).toEqual([0, false]);
    expect(rowsOf(cells)).toEqual([[], []]);
  });

  it.each([
    [39, 1, false],
    [40, 1, true],
    [40, 2, true],
    [40, 3, false],
  ])('%d dates, one in %d days, are loaded as a range: %p', (count, step, isRange) => {
    expect(new LoadedCells(days(count, step)).isRange).toBe(isRange);
  });

  it('Cells that people look at are read as a range, even the cells of a single date', () => {
    expect(new LoadedCells(days(1), true).isRange).toBe(true);
    expect(new LoadedCells([], true).isRange).toBe(false);
  });

  it('Loaded cells of the past have no occupied rooms', () => {
    const cells = new LoadedCells(days(2), true);
    cells.setRoomsLeft(day(1), 3, true);
    expect([cells.roomsLeft, cells.occupied, cells.closed]).toEqual([
      [NO_RECORD, 3],
      [NO_RECORD, NO_RECORD],
      [false, true],
    ]);
  });

  it('Loaded cells of the past have the values of each plan on their days', () => {
    const cells = new LoadedCells([day(0), day(2)], true);
    cells.beginRestrictions();
    cells.setPriceOn(PLANS[1]!, 2, 7);
    cells.setPriceOn(PLANS[1]!, 1, 8);
    cells.setRestrictionsOn(PLANS[0]!, 2, 17);
    expect(PLANS.map((plan) => cells.pricesOf(plan))).toEqual([
      [NO_RECORD, NO_RECORD],
      [NO_RECORD, 7],
    ]);
    expect(PLANS.map((plan) => cells.findRestrictions(plan))).toEqual([[0, 17], undefined]);
  });

  it('Loaded cells read records by date, even if dates are left out', () => {
    const cells = new LoadedCells([day(0), day(3)]);
    cells.setRoomsLeft(day(3), 2, true, 5);
    cells.setPrices(day(3), '12,11', ',0.1500');
    cells.setPrices(day(0), '11', '0.0900');
    const calendar = cells.toCalendar(ROOM);
    expect([calendar.roomsLeftOn(day(0)), calendar.roomsLeftOn(day(3))]).toEqual([NO_RECORD, 2]);
    expect([calendar.isOverbooked(day(0)), calendar.isOverbooked(day(3))]).toEqual([false, true]);
    expect([calendar.isClosed(day(0)), calendar.isClosed(day(3))]).toEqual([false, true]);
    expect(rowsOf(cells)).toEqual([
      [900, 1500],
      [NO_RECORD, NOT_SET],
    ]);
  });

  it('Loaded cells read a whole range, with its prices day by day', () => {
    const cells = new LoadedCells(days(3));
    cells.setRoomsLeftOfRange({ days: '0,2', roomsLeft: '7,8', occupied: '1,9', closed: '2' });
    cells.setPricesOfRange(PLANS, '0.0001,0.0010,0.0002,0.0020,0.0003,0.0030');
    const calendar = cells.toCalendar(ROOM);
    expect(days(3).map((date) => calendar.roomsLeftOn(date))).toEqual([7, NO_RECORD, 8]);
    expect(days(3).map((date) => calendar.isOverbooked(date))).toEqual([false, false, true]);
    expect(days(3).map((date) => calendar.isClosed(date))).toEqual([false, false, true]);
    expect(rowsOf(cells)).toEqual([
      [1, 2, 3],
      [10, 20, 30],
    ]);
  });

  it('Loaded cells take from a range only the days among the requested dates', () => {
    const cells = new LoadedCells([day(0), day(2)]);
    cells.setRoomsLeftOfRange({ days: '0,1,2', roomsLeft: '4,5,6', occupied: '0,0,0', closed: null });
    cells.setPricesOfRange(PLANS, '0.0001,0.0010,0.0002,0.0020,0.0003,0.0030');
    const calendar = cells.toCalendar(ROOM);
    expect(cells.dates.map((date) => calendar.roomsLeftOn(date))).toEqual([4, 6]);
    expect(rowsOf(cells)).toEqual([
      [1, 3],
      [10, 30],
    ]);
  });

  it('Loaded cells read the prices of plans that lack records by their positions in the range', () => {
    const cells = new LoadedCells([day(0), day(1), day(3)]);
    cells.setSparsePrices('0,2,3', '12,11,11', '0.0005,0.0006,');
    expect(rowsOf(cells)).toEqual([
      [NO_RECORD, NO_RECORD, NOT_SET],
      [5, NO_RECORD, NO_RECORD],
    ]);
  });

  it('Loaded cells read restrictions by their positions, and have no restriction elsewhere', () => {
    const cells = new LoadedCells([day(0), day(3)]);
    cells.beginRestrictions();
    cells.setRestrictions({ days: '3,1', plans: '12,11', restrictions: '17,1' });
    const calendar = cells.toCalendar(ROOM);
    expect(PLANS.map((plan) => calendar.restrictionOf(plan, day(3), 'minStayArrival'))).toEqual([0, 2]);
    expect(PLANS.map((plan) => calendar.restrictionOf(plan, day(3), 'stopSell'))).toEqual([0, 1]);
    expect(PLANS.map((plan) => calendar.restrictionOf(plan, day(0), 'stopSell'))).toEqual([0, 0]);
  });

  it('Loaded cells refuse to return restrictions that were not loaded', () => {
    const calendar = new LoadedCells([day(0)]).toCalendar(ROOM);
    expect(() => calendar.restrictionOf(PLANS[0] as never, day(0), 'maxStay')).toThrow('were not loaded');
  });

  it('Loaded cells have no records where nothing is stored', () => {
    const none = null;
    const cells = new LoadedCells(days(1));
    cells.setRoomsLeftOfRange({ days: none, roomsLeft: none, occupied: none, closed: none });
    cells.beginRestrictions();
    cells.setRestrictions({ days: none, plans: none, restrictions: none });
    cells.setSparsePrices(none, none, none);
    expect(cells.toCalendar(ROOM).roomsLeftOn(FIRST)).toBe(NO_RECORD);
    expect(rowsOf(cells)).toEqual([[NO_RECORD], [NO_RECORD]]);
  });
});

describe('a range that is loaded for its gaps', () => {
  const cells = (records: number, priced: number) => {
    const loaded = new LoadedCells([day(0), day(1)]);
    loaded.counts = { records, priced };
    loaded.omitPrices();
    return loaded;
  };

  it.each([
    [4, 4, false],
    [4, 3, true],
    [3, 3, true],
  ])(
    'A range with %d records of two plans on two days, %d of them priced, has a gap: %p',
    (records, priced, hasGap) => {
      expect(cells(records, priced).hasGap(ROOM)).toBe(hasGap);
    },
  );

  it('A range without gaps needs no new record, and refuses to return a price that was not loaded', () => {
    const calendar = cells(4, 4).toCalendar(ROOM);
    expect(calendar.createRecord(PLANS[0] as never, FIRST)).toBe(false);
    expect(calendar.setRoomsLeft(FIRST, 4)).toBe(true);
    expect(calendar.differencesOfPrices()).toEqual({ updated: [], inserted: [] });
    expect(calendar.takeChange()).toMatchObject({ prices: [], roomsLeft: [{ roomsLeft: 4 }] });
    expect(() => calendar.priceOf(PLANS[0] as never, FIRST)).toThrow('were not loaded');
  });
});
