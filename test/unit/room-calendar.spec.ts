import { NO_RECORD, NOT_SET } from '../../src/calendar/cell';
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
      roomsLeft: [3, 0, NO_RECORD],
      occupied: [1, 1, 0],
      rows: [
        [100, NOT_SET, NO_RECORD],
        [200, NO_RECORD, NO_RECORD],
      ],
    });
  });

  it('The calendar has what is stored, by plan and date', () => {
    expect(calendar.roomId).toBe('1');
    expect([MON, TUE, WED].map((date) => calendar.priceOf(BASE, date))).toEqual([100, NOT_SET, NO_RECORD]);
    expect(calendar.rowOf(OTHER)).toEqual([200, NO_RECORD, NO_RECORD]);
    expect([MON, TUE, WED].map((date) => calendar.roomsLeftOn(date))).toEqual([3, 0, NO_RECORD]);
    expect([calendar.has(BASE), calendar.has('13' as RatePlanId)]).toEqual([true, false]);
  });

  it('The calendar refuses dates that were not loaded, and plans of other rooms', () => {
    expect(() => calendar.roomsLeftOn('2026-12-10' as CalendarDate)).toThrow(
      '2026-12-10 of room 1 was not loaded',
    );
    expect(() => calendar.rowOf('13' as RatePlanId)).toThrow('Rate plan 13 is not one of room 1');
    expect(() => calendar.setPrice('13' as RatePlanId, MON, 1)).toThrow('Rate plan 13 is not one of room 1');
  });

  it('An unchanged calendar has no differences', () => {
    expect(calendar.differencesOfPrices()).toEqual(NONE);
    expect(calendar.differencesOfRoomsLeft()).toEqual(NONE);
    expect(calendar.takeChange()).toBeUndefined();
  });

  it('Setting a price to its present value changes nothing', () => {
    expect(calendar.setPrice(BASE, MON, 100)).toBe(false);
    expect(calendar.setRoomsLeft(MON, 3)).toBe(false);
    expect(calendar.createRecord(BASE, TUE)).toBe(false);
    expect(calendar.takeChange()).toBeUndefined();
  });

  it('Setting a price updates only that record', () => {
    expect(calendar.setPrice(BASE, MON, 150)).toBe(true);
    expect(calendar.priceOf(BASE, MON)).toBe(150);
    expect(calendar.differencesOfPrices()).toEqual({
      updated: [{ ratePlanId: BASE, date: MON, value: 150 }],
      inserted: [],
    });
    expect(calendar.differencesOfRoomsLeft()).toEqual(NONE);
  });

  it('Setting a missing price inserts it, and a missing availability without rooms', () => {
    calendar.setPrice(OTHER, TUE, 210);
    calendar.setPrice(OTHER, WED, 220);
    expect(calendar.differencesOfPrices()).toEqual({
      updated: [],
      inserted: [
        { ratePlanId: OTHER, date: TUE, value: 210 },
        { ratePlanId: OTHER, date: WED, value: 220 },
      ],
    });
    expect(calendar.differencesOfRoomsLeft()).toEqual({
      updated: [],
      inserted: [{ date: WED, roomsLeft: 0, closed: false }],
    });
  });

  it('A price is set by the position of its date, also to "not set"', () => {
    expect(calendar.setPriceAt(BASE, calendar.dayOf(MON), NOT_SET)).toBe(true);
    expect(calendar.setPriceAt(BASE, calendar.dayOf(MON), NOT_SET)).toBe(false);
    expect(calendar.differencesOfPrices().updated).toEqual([{ ratePlanId: BASE, date: MON, value: NOT_SET }]);
  });

  it('A record without a price is created only if none exists', () => {
    expect(calendar.createRecord(OTHER, MON)).toBe(false);
    expect(calendar.createRecord(OTHER, WED)).toBe(true);
    expect(calendar.priceOf(OTHER, WED)).toBe(NOT_SET);
    expect(calendar.differencesOfPrices().inserted).toEqual([
      { ratePlanId: OTHER, date: WED, value: NOT_SET },
    ]);
  });

  it('Differences come by date and then by plan, as in the key of the table', () => {
    for (const plan of [OTHER, BASE]) for (const date of [TUE, MON]) calendar.setPrice(plan, date, 7);
    expect(calendar.differencesOfPrices().updated.map(({ date, ratePlanId }) => [date, ratePlanId])).toEqual([
      [MON, BASE],
      [MON, OTHER],
      [TUE, BASE],
    ]);
  });

  it('A calendar that is changed back has no differences', () => {
    calendar.setPrice(BASE, MON, 150);
    calendar.setPrice(BASE, MON, 100);
    calendar.setRoomsLeft(MON, 9);
    calendar.setRoomsLeft(MON, 3);
    expect(calendar.differencesOfPrices()).toEqual(NONE);
    expect(calendar.differencesOfRoomsLeft()).toEqual(NONE);
  });

  it('Setting rooms left updates a date with a record, and inserts the others', () => {
    expect(calendar.setRoomsLeft(MON, 2)).toBe(true);
    expect(calendar.setRoomsLeft(WED, 5)).toBe(true);
    expect(calendar.differencesOfRoomsLeft()).toEqual({
      updated: [{ date: MON, roomsLeft: 2, closed: false }],
      inserted: [{ date: WED, roomsLeft: 5, closed: false }],
    });
  });

  it('A date is overbooked if fewer rooms are left than are occupied, and never without a record', () => {
    expect([MON, TUE, WED].map((date) => calendar.isOverbooked(date))).toEqual([false, true, false]);
    calendar.setRoomsLeft(TUE, 1);
    calendar.setRoomsLeft(MON, 0);
    expect([MON, TUE].map((date) => calendar.isOverbooked(date))).toEqual([true, false]);
  });

  describe('the latest change', () => {
    it('The latest change of a calendar has the prices of all plans on each date with another price', () => {
      calendar.setPrice(OTHER, TUE, 210);
      calendar.setPrice(BASE, MON, 150);
      expect(calendar.takeChange()).toMatchObject({
        roomId: '1',
        roomsLeft: [],
        isInventory: false,
        ratePlanIds: [BASE, OTHER],
        prices: [
          { date: MON, values: [150, 200] },
          { date: TUE, values: [NOT_SET, 210] },
        ],
      });
    });

    it('The latest change of a calendar has rooms left that were created for prices, but not as inventory', () => {
      calendar.setPrice(BASE, WED, 120);
      expect(calendar.takeChange()).toMatchObject({
        roomsLeft: [{ date: WED, roomsLeft: 0, closed: false }],
        isInventory: false,
        prices: [{ date: WED, values: [120, NO_RECORD] }],
      });
      calendar.setRoomsLeft(WED, 4);
      expect(calendar.takeChange()).toMatchObject({
        roomId: '1',
        roomsLeft: [{ date: WED, roomsLeft: 4, closed: false }],
        isInventory: true,
        ratePlanIds: [],
        prices: [],
      });
    });

    it('The latest change of a calendar is in the order of the dates, and is taken once', () => {
      for (const date of [WED, MON]) calendar.setRoomsLeft(date, 8);
      expect(calendar.takeChange()?.roomsLeft.map(({ date }) => date)).toEqual([MON, WED]);
      expect(calendar.takeChange()).toBeUndefined();
      calendar.setPrice(BASE, MON, 1);
      expect(calendar.takeChange()).toMatchObject({ roomsLeft: [], isInventory: false, ratePlanIds: [BASE] });
      expect(calendar.takeChange()).toBeUndefined();
    });

    it('Taking the latest change of a calendar leaves the differences from what is stored', () => {
      calendar.setPrice(BASE, MON, 150);
      calendar.takeChange();
      expect(calendar.differencesOfPrices().updated).toHaveLength(1);
    });
  });

  it('The calendar does not change the rows that it was loaded with', () => {
    const rows = [[100]];
    const loaded = roomCalendar({ plans: [calendarPlan(BASE)], dates: [MON], roomsLeft: [1], rows });
    loaded.setPrice(BASE, MON, 150);
    expect(rows).toEqual([[100]]);
  });
});
