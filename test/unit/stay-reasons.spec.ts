import type { Stay, StayDay, StayFacts } from '../../src/administration/stays/stay-reasons';
import { REASON_CODES, stayReasons } from '../../src/administration/stays/stay-reasons';
import { NO_RECORD, NOT_SET } from '../../src/calendar/cell';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { datesOf } from '../../src/platform/dates/date-range';

const on = (day: number) => `2026-12-${day}` as CalendarDate;
const WINDOW = { from: '2026-11-30' as CalendarDate, to: '2028-12-01' as CalendarDate };

/** Three nights of two adults and a child, from 24 to 27 December. */
const STAY: Stay = { arrival: on(24), departure: on(27), adults: 2, children: 1 };

function facts(
  changed: Partial<Record<number, Partial<StayDay>>> = {},
  others: Partial<StayFacts> = {},
): StayFacts {
  const days = datesOf({ from: STAY.arrival, to: STAY.departure }).map((date) => ({
    date,
    totalRooms: 1,
    occupiedRooms: 0,
    isClosed: false,
    price: 1_001_000,
    stopSell: 0,
    closedToArrival: 0,
    closedToDeparture: 0,
    minStayArrival: 0,
    minStayThrough: 0,
    maxStay: 0,
    ...changed[Number(date.slice(-2))],
  }));
  return { days, maximumGuests: 3, adults: 2, children: 1, closures: [], window: WINDOW, ...others };
}
const found = (given: StayFacts, stay = STAY) =>
  stayReasons(stay, given).map(({ code, date, value, limit }) => [code, date, value, limit]);

describe('the reasons against a stay', () => {
  it('A stay that nothing forbids has no reasons', () => {
    expect(found(facts())).toEqual([]);
  });

  it.each<[string, StayFacts, unknown[][]]>([
    [
      'no availability',
      facts({ 25: { totalRooms: NO_RECORD, price: NO_RECORD } }),
      [['noRecord', on(25), null, null]],
    ],
    ['no price record', facts({ 25: { price: NO_RECORD } }), [['noRecord', on(25), null, null]]],
    ['no room', facts({ 24: { totalRooms: 0 } }), [['noRoomsLeft', on(24), 0, 1]]],
    ['booked rooms', facts({ 26: { totalRooms: 2, occupiedRooms: 3 } }), [['noRoomsLeft', on(26), -1, 1]]],
    ['a closed date', facts({ 25: { isClosed: true } }), [['roomClosed', on(25), null, null]]],
    ['a stop of sales', facts({ 25: { stopSell: 1 } }), [['stopSell', on(25), null, null]]],
    ['a price that is not set', facts({ 26: { price: NOT_SET } }), [['priceNotSet', on(26), null, null]]],
    ['an arrival', facts({ 24: { closedToArrival: 1 } }), [['closedToArrival', on(24), null, null]]],
    ['a departure', facts({ 27: { closedToDeparture: 1 } }), [['closedToDeparture', on(27), null, null]]],
    ['a minimum of the arrival', facts({ 24: { minStayArrival: 4 } }), [['minStayArrival', on(24), 3, 4]]],
    [
      'minimums of the nights, of which the strictest counts',
      facts({ 24: { minStayThrough: 4 }, 25: { minStayThrough: 7 }, 26: { minStayThrough: 7 } }),
      [['minStayThrough', on(25), 3, 7]],
    ],
    ['a maximum of the arrival', facts({ 24: { maxStay: 2 } }), [['maxStay', on(24), 3, 2]]],
    ['the guests', facts({}, { maximumGuests: 2 }), [['tooManyGuests', null, 3, 2]]],
    ['the adults', facts({}, { adults: 1 }), [['tooManyAdults', null, 2, 1]]],
    ['the children', facts({}, { children: 0 }), [['tooManyChildren', null, 1, 0]]],
    [
      'a room edit with numbers below 0',
      facts({}, { maximumGuests: -1, adults: -1, children: -1 }),
      [
        ['tooManyGuests', null, 3, -1],
        ['tooManyAdults', null, 2, -1],
        ['tooManyChildren', null, 1, -1],
      ],
    ],
    [
      'the window, which has begun and ends',
      facts({}, { window: { from: on(25), to: on(26) } }),
      [
        ['outsideWindow', on(24), null, null],
        ['outsideWindow', on(27), null, null],
      ],
    ],
    [
      'a maximum below the minimum: both, so it can never be booked',
      facts({ 24: { minStayArrival: 5, maxStay: 2 } }),
      [
        ['minStayArrival', on(24), 3, 5],
        ['maxStay', on(24), 3, 2],
      ],
    ],
  ])('The reasons against a stay name %s', (_, given, reasons) => {
    expect(found(given)).toEqual(reasons);
  });

  it('The reasons against a stay name each closure of each night', () => {
    const closures = [
      { id: 'one', from: on(20), to: on(24) },
      { id: 'two', from: on(24), to: on(25) },
      { id: 'after', from: on(27), to: on(28) },
    ];
    const reasons = stayReasons(STAY, facts({}, { closures }));
    expect(reasons.map(({ code, date, closureId }) => [code, date, closureId])).toEqual([
      ['closedByPlatform', on(24), 'one'],
      ['closedByPlatform', on(24), 'two'],
      ['closedByPlatform', on(25), 'two'],
    ]);
  });

  it.each<[string, StayFacts]>([
    ['a minimum of 0', facts({ 24: { minStayArrival: 0, minStayThrough: 0 } })],
    ['a minimum of 1', facts({ 24: { minStayArrival: 1, minStayThrough: 1 } })],
    ['a minimum that the stay has', facts({ 24: { minStayArrival: 3, minStayThrough: 3 } })],
    ['a maximum that the stay has', facts({ 24: { maxStay: 3 } })],
    ['a maximum of another night', facts({ 25: { maxStay: 1, minStayArrival: 9 } })],
    ['arrivals and departures of other dates', facts({ 25: { closedToArrival: 1, closedToDeparture: 1 } })],
    [
      'a departure date that nobody sleeps on',
      facts({
        27: {
          totalRooms: 0,
          isClosed: true,
          price: NOT_SET,
          stopSell: 1,
          minStayThrough: 9,
          closedToArrival: 1,
        },
      }),
    ],
    ['an arrival that is closed to departures', facts({ 24: { closedToDeparture: 1 } })],
    ['a free night', facts({ 25: { price: 0 } })],
    [
      'numbers of guests that are not known',
      facts({}, { maximumGuests: null, adults: null, children: null }),
    ],
  ])('The reasons against a stay do not include %s', (_, given) => {
    expect(found(given)).toEqual([]);
  });

  it('The answer names all reasons against a stay at once', () => {
    const all = {
      24: {
        totalRooms: 0,
        isClosed: true,
        stopSell: 1,
        price: NOT_SET,
        closedToArrival: 1,
        minStayArrival: 4,
        minStayThrough: 4,
        maxStay: 1,
      },
      25: { price: NO_RECORD },
      27: { closedToDeparture: 1 },
    };
    const limits = { maximumGuests: 0, adults: 0, children: 0 };
    const closures = [{ id: 'one', from: on(24), to: on(24) }];
    const window = { from: on(25), to: WINDOW.to };
    const codes = stayReasons(STAY, facts(all, { ...limits, closures, window })).map(({ code }) => code);
    expect(codes.sort()).toEqual(REASON_CODES.toSorted());
  });
});
