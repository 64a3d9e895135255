import fc from 'fast-check';
import type { ReferenceDate, ReferenceHotel, ReferenceStay } from './stay-reference';

/** The window of a service whose day is 2026-12-01. */
export const WINDOW: [string, string] = ['2026-11-30', '2028-12-01'];
const FIRST = Date.parse('2026-11-27');

const dateAt = (day: number) => new Date(FIRST + day * 86_400_000).toISOString().slice(0, 10);
/** Usually undefined, so that some stays can be booked. */
const seldom = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 6 });
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const cell = fc.record({
  hasCell: fc.constant(true),
  price: seldom(fc.constantFrom('100.10', '0.00', '0.1234')),
  stopSell: rarely(fc.constant(true)),
  closedToArrival: rarely(fc.constant(true)),
  closedToDeparture: rarely(fc.constant(true)),
  minStayArrival: rarely(fc.nat(6)),
  minStayThrough: rarely(fc.nat(6)),
  maxStay: rarely(fc.nat(6)),
});
const date: fc.Arbitrary<ReferenceDate> = fc
  .tuple(
    fc.record({
      totalRooms: fc.constantFrom(3, 1, 1, 0),
      occupiedRooms: fc.constantFrom(0, 0, 0, 1),
      closed: rarely(fc.constant(true)),
    }),
    seldom(cell),
  )
  .map(([room, plan]) => ({ ...room, ...plan }));

const range = fc
  .tuple(fc.nat(13), fc.nat(3))
  .map(([from, days]) => ({ from: dateAt(from), to: dateAt(from + days) }));
const capacity = fc.option(fc.integer({ min: 0, max: 3 }));

/** A hotel with two weeks of calendar around the beginning of its window. */
export const hotels: fc.Arbitrary<ReferenceHotel> = fc
  .tuple(
    fc.array(seldom(date), { minLength: 14, maxLength: 14 }),
    fc.array(range, { maxLength: 2 }),
    capacity,
    capacity,
    capacity,
  )
  .map(([dates, closures, maximumGuests, adults, children]) => ({
    calendar: Object.fromEntries(dates.flatMap((each, day) => (each ? [[dateAt(day), each]] : []))),
    closures,
    maximumGuests,
    adults,
    children,
    window: WINDOW,
  }));

export const stays: fc.Arbitrary<ReferenceStay> = fc
  .tuple(fc.nat(12), fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 3 }), fc.nat(2))
  .map(([arrival, nights, adults, children]) => ({
    arrival: dateAt(arrival),
    departure: dateAt(arrival + nights),
    adults,
    children,
  }));
