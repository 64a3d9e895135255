import { NO_RECORD, NOT_SET } from '../../src/calendar/room-calendar';
import type { RoomCalendar } from '../../src/calendar/room-calendar';
import type { RatePlanId } from '../../src/platform/database/id';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { calendarPlan, roomCalendar } from '../support/room-calendar';

const [MON, TUE, WED] = ['2026-12-07', '2026-12-08', '2026-12-09'] as CalendarDate[] as [
  CalendarDate,
  CalendarDate,
  CalendarDate,
];
const [BASE, OTHER] = ['11', '12'] as RatePlanId[] as [RatePlanId, RatePlanId];
const NONE = { updated: [], inserted: [] };

describe('the calendar of a room', () => {
  let calendar: RoomCalendar;
  beforeEach(() => {
    // Monday has everything, Tuesday a record of one plan without a price, and Wednesday nothing.
    calendar = roomCalendar({
      plans: [calendarPlan(BASE), calendarPlan(OTHER)],
      dates: [MON, TUE, WED],
      totals: [3, 0, NO_RECORD],
      occupied: [1, 1, 0],
      rows: [
        [100, NOT_SET, NO_RECORD],
        [200, NO_RECORD, NO_RECORD],
      ],
    });
  });

  it('has what is stored, by plan and date', () => {
    expect(calendar.roomId).toBe('1');
    expect([MON, TUE, WED].map((date) => calendar.priceOf(BASE, date))).toEqual([100, NOT_SET, NO_RECORD]);
    expect(calendar.rowOf(OTHER)).toEqual([200, NO_RECORD, NO_RECORD]);
    expect([MON, TUE, WED].map((date) => calendar.roomsLeftOn(date))).toEqual([3, 0, NO_RECORD]);
    expect([calendar.has(BASE), calendar.has('13' as RatePlanId)]).toEqual([true, false]);
  });

  it('knows nothing of other dates and of plans of other rooms', () => {
    expect(() => calendar.roomsLeftOn('2026-12-10' as CalendarDate)).toThrow(
      '2026-12-10 of room 1 was not loaded',
    );
    expect(() => calendar.rowOf('13' as RatePlanId)).toThrow('Rate plan 13 is not one of room 1');
    expect(() => calendar.setPrice('13' as RatePlanId, MON, 1)).toThrow('Rate plan 13 is not one of room 1');
  });

  it('that nobody has changed differs in nothing', () => {
    expect(calendar.differencesOfPrices()).toEqual(NONE);
    expect(calendar.differencesOfRoomsLeft()).toEqual(NONE);
    expect(calendar.takeChange()).toBeUndefined();
  });

  it('in which a price is set to what it is does not change', () => {
    expect(calendar.setPrice(BASE, MON, 100)).toBe(false);
    expect(calendar.setRoomsLeft(MON, 3)).toBe(false);
    expect(calendar.createRecord(BASE, TUE)).toBe(false);
    expect(calendar.takeChange()).toBeUndefined();
  });

  it('has another price after one is set, and updates only that record', () => {
    expect(calendar.setPrice(BASE, MON, 150)).toBe(true);
    expect(calendar.priceOf(BASE, MON)).toBe(150);
    expect(calendar.differencesOfPrices()).toEqual({
      updated: [{ ratePlanId: BASE, date: MON, price: 150 }],
      inserted: [],
    });
    expect(calendar.differencesOfRoomsLeft()).toEqual(NONE);
  });

  it('inserts a missing price, with a record of no rooms left where that is missing too', () => {
    calendar.setPrice(OTHER, TUE, 210);
    calendar.setPrice(OTHER, WED, 220);
    expect(calendar.differencesOfPrices()).toEqual({
      updated: [],
      inserted: [
        { ratePlanId: OTHER, date: TUE, price: 210 },
        { ratePlanId: OTHER, date: WED, price: 220 },
      ],
    });
    expect(calendar.differencesOfRoomsLeft()).toEqual({ updated: [], inserted: [{ date: WED, total: 0 }] });
  });

  it('sets a price by the position of its date, also one that is not set any more', () => {
    expect(calendar.setPriceAt(BASE, calendar.dayOf(MON), NOT_SET)).toBe(true);
    expect(calendar.setPriceAt(BASE, calendar.dayOf(MON), NOT_SET)).toBe(false);
    expect(calendar.differencesOfPrices().updated).toEqual([{ ratePlanId: BASE, date: MON, price: NOT_SET }]);
  });

  it('creates a record without a price only where there is none', () => {
    expect(calendar.createRecord(OTHER, MON)).toBe(false);
    expect(calendar.createRecord(OTHER, WED)).toBe(true);
    expect(calendar.priceOf(OTHER, WED)).toBe(NOT_SET);
    expect(calendar.differencesOfPrices().inserted).toEqual([
      { ratePlanId: OTHER, date: WED, price: NOT_SET },
    ]);
  });

  it('lists what it has to write by date and then by plan, as the key of the table is', () => {
    for (const plan of [OTHER, BASE]) for (const date of [TUE, MON]) calendar.setPrice(plan, date, 7);
    expect(calendar.differencesOfPrices().updated.map(({ date, ratePlanId }) => [date, ratePlanId])).toEqual([
      [MON, BASE],
      [MON, OTHER],
      [TUE, BASE],
    ]);
  });

  it('that is changed back differs in nothing', () => {
    calendar.setPrice(BASE, MON, 150);
    calendar.setPrice(BASE, MON, 100);
    calendar.setRoomsLeft(MON, 9);
    calendar.setRoomsLeft(MON, 3);
    expect(calendar.differencesOfPrices()).toEqual(NONE);
    expect(calendar.differencesOfRoomsLeft()).toEqual(NONE);
  });

  it('updates the rooms left of a date that has a record, and inserts the others', () => {
    expect(calendar.setRoomsLeft(MON, 2)).toBe(true);
    expect(calendar.setRoomsLeft(WED, 5)).toBe(true);
    expect(calendar.differencesOfRoomsLeft()).toEqual({
      updated: [{ date: MON, total: 2 }],
      inserted: [{ date: WED, total: 5 }],
    });
  });

  it('is overbooked on a date with fewer rooms left than are occupied, and never without a record', () => {
    expect([MON, TUE, WED].map((date) => calendar.isOverbooked(date))).toEqual([false, true, false]);
    calendar.setRoomsLeft(TUE, 1);
    calendar.setRoomsLeft(MON, 0);
    expect([MON, TUE].map((date) => calendar.isOverbooked(date))).toEqual([true, false]);
  });

  describe('gives what has changed since it was last asked', () => {
    it('with the prices of all plans on each date on which one is another', () => {
      calendar.setPrice(OTHER, TUE, 210);
      calendar.setPrice(BASE, MON, 150);
      expect(calendar.takeChange()).toEqual({
        roomId: '1',
        roomsLeft: [],
        isInventory: false,
        ratePlanIds: [BASE, OTHER],
        prices: [
          { date: MON, prices: [150, 200] },
          { date: TUE, prices: [NOT_SET, 210] },
        ],
      });
    });

    it('with rooms left that were created for prices, which are no inventory', () => {
      calendar.setPrice(BASE, WED, 120);
      expect(calendar.takeChange()).toMatchObject({
        roomsLeft: [{ date: WED, total: 0 }],
        isInventory: false,
        prices: [{ date: WED, prices: [120, NO_RECORD] }],
      });
      calendar.setRoomsLeft(WED, 4);
      expect(calendar.takeChange()).toEqual({
        roomId: '1',
        roomsLeft: [{ date: WED, total: 4 }],
        isInventory: true,
        ratePlanIds: [],
        prices: [],
      });
    });

    it('in the order of the dates, and once', () => {
      for (const date of [WED, MON]) calendar.setRoomsLeft(date, 8);
      expect(calendar.takeChange()?.roomsLeft.map(({ date }) => date)).toEqual([MON, WED]);
      expect(calendar.takeChange()).toBeUndefined();
      calendar.setPrice(BASE, MON, 1);
      expect(calendar.takeChange()).toMatchObject({ roomsLeft: [], isInventory: false, ratePlanIds: [BASE] });
      expect(calendar.takeChange()).toBeUndefined();
    });

    it('and still differs from what is stored', () => {
      calendar.setPrice(BASE, MON, 150);
      calendar.takeChange();
      expect(calendar.differencesOfPrices().updated).toHaveLength(1);
    });
  });

  it('leaves the rows alone that it was loaded with', () => {
    const rows = [[100]];
    const loaded = roomCalendar({ plans: [calendarPlan(BASE)], dates: [MON], totals: [1], rows });
    loaded.setPrice(BASE, MON, 150);
    expect(rows).toEqual([[100]]);
  });
});
