import fc from 'fast-check';
import type { Stay, StayDay, StayFacts } from '../../src/administration/stays/stay-reasons';
import { REASON_CODES, stayReasons } from '../../src/administration/stays/stay-reasons';
import { NO_RECORD, NOT_SET } from '../../src/calendar/cell';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { datesOf } from '../../src/platform/dates/date-range';
import { hotels, stays } from '../support/random-stays';
import type { ReferenceHotel, ReferenceStay } from '../support/stay-reference';
import { referenceReasons } from '../support/stay-reference';

const dateOf = (text: string) => text as CalendarDate;

function factsOf({ calendar, closures, window, ...limits }: ReferenceHotel, stay: Stay): StayFacts {
  const days = datesOf({ from: stay.arrival, to: stay.departure }).map((date): StayDay => {
    const { totalRooms, occupiedRooms, closed, hasCell, price, ...cell } = calendar[date] ?? {};
    return {
      date,
      totalRooms: totalRooms ?? NO_RECORD,
      occupiedRooms: occupiedRooms ?? 0,
      isClosed: closed ?? false,
      price: !hasCell ? NO_RECORD : price === undefined ? NOT_SET : Number(price) * 10_000,
      stopSell: Number(cell.stopSell ?? 0),
      closedToArrival: Number(cell.closedToArrival ?? 0),
      closedToDeparture: Number(cell.closedToDeparture ?? 0),
      minStayArrival: cell.minStayArrival ?? 0,
      minStayThrough: cell.minStayThrough ?? 0,
      maxStay: cell.maxStay ?? 0,
    };
  });
  return {
    days,
    ...limits,
    closures: closures.map(({ from, to }, id) => ({ id: String(id), from: dateOf(from), to: dateOf(to) })),
    window: { from: dateOf(window[0]), to: dateOf(window[1]) },
  };
}

const reasonsOf = (wish: ReferenceStay, hotel: ReferenceHotel) => {
  const stay = { ...wish, arrival: dateOf(wish.arrival), departure: dateOf(wish.departure) };
  return stayReasons(stay, factsOf(hotel, stay));
};

describe('the reasons against a stay', () => {
  it('The reasons against a stay are those of the contract, for any calendar', () => {
    const seen = new Set<string>();
    let bookable = 0;
    fc.assert(
      fc.property(stays, hotels, (stay, hotel) => {
        const reasons = reasonsOf(stay, hotel);
        for (const { code } of reasons) seen.add(code);
        if (reasons.length === 0) bookable++;
        const texts = reasons.map(({ code, date, value, limit }) => [code, date, value, limit].join(' '));
        expect(texts.sort()).toEqual(referenceReasons(stay, hotel));
      }),
      { numRuns: 5_000 },
    );
    expect([...seen].sort()).toEqual(REASON_CODES.toSorted());
    expect(bookable).toBeGreaterThan(10);
  });
});
