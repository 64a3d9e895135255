import { DerivedPriceService } from '../../src/calendar/derivation/derived-price.service';
import type { CellPrice } from '../../src/calendar/cell';
import { NO_RECORD, NOT_SET } from '../../src/calendar/cell';
import { RoomCalendars } from '../../src/calendar/room-calendars';
import type { RatePlanId, RoomId } from '../../src/platform/database/id';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { derivation } from '../support/records';
import { calendarPlan, roomCalendar } from '../support/room-calendar';

const DATES = ['2026-12-07', '2026-12-08', '2026-12-09'] as CalendarDate[];
const [MON, TUE] = DATES as [CalendarDate, CalendarDate];
const BASE = calendarPlan('11');
const DERIVED = calendarPlan('12', {
  derivedFromId: BASE.id,
  derivation: derivation({ steps: [{ percent: '-10' }] }),
});
const BELOW = calendarPlan('13', {
  roomId: '2' as RoomId,
  derivedFromId: DERIVED.id,
  derivation: derivation({ steps: [{ amount: '1' }] }),
});
const TREE = [BASE, DERIVED, BELOW];
const euros = (amount: number) => amount * 10_000;

describe('derived prices', () => {
  const service = new DerivedPriceService();
  let calendars: RoomCalendars;
  beforeEach(() => (calendars = new RoomCalendars()));

  /** The base and the derived plan are in room 1, the plan below them in room 2. */
  function store(base: CellPrice[], derived: CellPrice[], below: CellPrice[]): void {
    calendars.add(roomCalendar({ plans: [BASE, DERIVED], dates: DATES, rows: [base, derived] }));
    calendars.add(roomCalendar({ id: '2', plans: [BELOW], dates: DATES, rows: [below] }));
  }
  const pricesOf = ({ id, roomId }: typeof BASE) => calendars.get(roomId).rowOf(id);
  const none = [NO_RECORD, NO_RECORD, NO_RECORD];

  it('Derived prices follow their parents down the tree and into other rooms, which creates missing records', () => {
    store([euros(100), euros(200), euros(300)], [1, 1, 1], none);
    service.recalculate(calendars, TREE, [MON, TUE]);
    expect(pricesOf(DERIVED)).toEqual([euros(90), euros(180), 1]);
    expect(pricesOf(BELOW)).toEqual([euros(91), euros(181), NO_RECORD]);
    expect(calendars.get('2' as RoomId).roomsLeftOn(MON)).toBe(0);
  });

  it('A derived price is not set if its parent is not set, and keeps its value if its parent has no record', () => {
    store([NOT_SET, NO_RECORD, 0], [euros(1), euros(2), euros(3)], none);
    service.recalculate(calendars, TREE, DATES);
    expect(pricesOf(DERIVED)).toEqual([NOT_SET, euros(2), 0]);
    expect(pricesOf(BELOW)).toEqual([NOT_SET, euros(3), euros(1)]);
  });

  it('Recalculation keeps the given derived prices, and the plans below follow the kept prices', () => {
    store([euros(100), euros(100), NO_RECORD], [euros(50), euros(50), NO_RECORD], none);
    const kept = new Map([[DERIVED.id, new Set([TUE])]]);
    service.recalculate(calendars, TREE, DATES, kept);
    expect(pricesOf(DERIVED)).toEqual([euros(90), euros(50), NO_RECORD]);
    expect(pricesOf(BELOW)).toEqual([euros(91), euros(51), NO_RECORD]);
  });

  it('The first plan of the tree never changes, even if it is derived itself', () => {
    store([euros(100), euros(100), euros(100)], [euros(5), euros(5), euros(5)], none);
    service.recalculate(calendars, [DERIVED, BELOW], DATES);
    expect(pricesOf(DERIVED)).toEqual([euros(5), euros(5), euros(5)]);
    expect(pricesOf(BELOW)).toEqual([euros(6), euros(6), euros(6)]);
  });

  it('A derived price must stay below what can be stored', () => {
    const most = 1e14 - 1;
    store([most, NO_RECORD, NO_RECORD], none, none);
    const raised = (amount: string) => ({
      ...DERIVED,
      derivation: derivation({ steps: [{ amount }], rounding: { mode: 'down', increment: '0.0001' } }),
    });
    expect(() => service.recalculatePlan(calendars, raised('0.0001'), [MON])).toThrow(
      'The price derived for rate plan 12 on 2026-12-07 would reach 10000000000',
    );
    service.recalculatePlan(calendars, raised('0'), [MON]);
    expect(pricesOf(DERIVED)[0]).toBe(most);
  });

  it('Filling in prices sets only records without one, down the chain', () => {
    store([euros(100), euros(100), euros(100)], [NOT_SET, euros(5), NO_RECORD], [NOT_SET, NOT_SET, NOT_SET]);
    service.fillUnset(calendars, TREE, DATES);
    expect(pricesOf(BASE)).toEqual([euros(100), euros(100), euros(100)]);
    expect(pricesOf(DERIVED)).toEqual([euros(90), euros(5), NO_RECORD]);
    expect(pricesOf(BELOW)).toEqual([euros(91), euros(6), NOT_SET]);
  });

  it('Filling in prices changes only derived plans, and only on the given dates', () => {
    store([NOT_SET, euros(100), NO_RECORD], [NOT_SET, NOT_SET, NO_RECORD], none);
    service.fillUnset(calendars, TREE, [MON]);
    expect(pricesOf(BASE)).toEqual([NOT_SET, euros(100), NO_RECORD]);
    expect(pricesOf(DERIVED)).toEqual([NOT_SET, NOT_SET, NO_RECORD]);
    expect(calendars.takeChanges()).toEqual([]);
  });

  it('Recalculation of a derived price fails if its parent was not loaded', () => {
    calendars.add(roomCalendar({ plans: [DERIVED], dates: DATES }));
    expect(() => service.recalculatePlan(calendars, DERIVED, DATES)).toThrow(
      'The parent of rate plan 12 was not loaded',
    );
    expect(() => service.recalculatePlan(calendars, BASE, DATES)).toThrow(
      'The parent of rate plan 11 was not loaded',
    );
  });
});

describe('the calendars of rooms', () => {
  it('The calendars find rooms and plans, and return no record for a plan whose room is not loaded', () => {
    const calendars = new RoomCalendars();
    const calendar = roomCalendar({ plans: [BASE], dates: DATES, rows: [[1, 2, 3]] });
    calendars.add(calendar);
    calendars.addPlan(BELOW);
    expect([calendars.find('1' as RoomId), calendars.find('2' as RoomId)]).toEqual([calendar, undefined]);
    expect(calendars.get('1' as RoomId)).toBe(calendar);
    expect(() => calendars.get('2' as RoomId)).toThrow('Room 2 was not loaded');
    expect(calendars.plan(BELOW.id)).toBe(BELOW);
    expect(calendars.plan('99' as RatePlanId)).toBeUndefined();
    expect([calendars.priceOf(BASE, TUE), calendars.priceOf(BELOW, TUE)]).toEqual([2, NO_RECORD]);
    expect(calendars.priceOf({ id: BELOW.id, roomId: '1' as RoomId }, TUE)).toBe(NO_RECORD);
  });

  it('The calendars keep one calendar of a room: the latest that was loaded', () => {
    const calendars = new RoomCalendars();
    const [first, second] = [BASE, BASE].map((plan) => roomCalendar({ plans: [plan], dates: DATES }));
    calendars.add(first!);
    calendars.add(second!);
    calendars.add(roomCalendar({ id: '2', plans: [BELOW], dates: [] }));
    expect(calendars.all).toHaveLength(2);
    expect(calendars.get('1' as RoomId)).toBe(second);
    expect(calendars.treeOf('1' as RoomId, 'all')).toEqual([BASE]);
  });

  it('The calendars keep only the latest version of each plan if its room is loaded again', () => {
    const calendars = new RoomCalendars();
    const [base, derived, independent] = [{ ...BASE }, { ...DERIVED }, { ...DERIVED, derivedFromId: null }];
    for (const plans of [
      [BASE, DERIVED],
      [base, derived],
    ])
      calendars.add(roomCalendar({ plans, dates: DATES }));
    const tree = calendars.treeOf('1' as RoomId, 'all');
    expect(tree).toHaveLength(2);
    expect([tree[0], tree[1]].map((plan) => plan === base || plan === derived)).toEqual([true, true]);
    calendars.add(roomCalendar({ plans: [base, independent], dates: DATES }));
    expect(calendars.treeOf('1' as RoomId, [base.id])).toEqual([base]);
  });
});
