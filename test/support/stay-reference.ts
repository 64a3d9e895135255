/** A date of a calendar, with the field names of the contract. A value that is not set is missing. */
export interface ReferenceDate {
  totalRooms?: number;
  occupiedRooms?: number;
  closed?: boolean;
  /** Whether the rate plan has a record; its price may still be missing. */
  hasCell?: boolean;
  price?: string;
  stopSell?: boolean;
  closedToArrival?: boolean;
  closedToDeparture?: boolean;
  minStayArrival?: number;
  minStayThrough?: number;
  maxStay?: number;
}

export interface ReferenceHotel {
  calendar: Record<string, ReferenceDate>;
  closures: { from: string; to: string }[];
  maximumGuests: number | null;
  adults: number | null;
  children: number | null;
  window: [string, string];
}

export interface ReferenceStay {
  arrival: string;
  departure: string;
  adults: number;
  children: number;
}

/**
 * Returns the reasons against a stay, as sorted texts `code date value limit`. Each line follows a sentence of section 4.2
 * of the contract, code by code.
 */
export function referenceReasons(
  { arrival, departure, adults, children }: ReferenceStay,
  hotel: ReferenceHotel,
): string[] {
  const nights: string[] = [];
  for (let day = new Date(arrival); day < new Date(departure); day = new Date(+day + 86_400_000))
    nights.push(day.toISOString().slice(0, 10));
  const on = (date: string): ReferenceDate => hotel.calendar[date] ?? {};
  const found: string[] = [];
  const say = (code: string, date: string | null, value: number | null = null, limit: number | null = null) =>
    found.push([code, date, value, limit].join(' '));

  for (const date of [...nights, departure])
    if (date < hotel.window[0] || date > hotel.window[1]) say('outsideWindow', date);
  for (const date of nights) {
    const { totalRooms, occupiedRooms = 0, closed, hasCell, price, stopSell } = on(date);
    if (totalRooms === undefined || !hasCell) say('noRecord', date);
    if (totalRooms !== undefined && totalRooms - occupiedRooms < 1)
      say('noRoomsLeft', date, totalRooms - occupiedRooms, 1);
    if (closed) say('roomClosed', date);
    for (const closure of hotel.closures)
      if (date >= closure.from && date <= closure.to) say('closedByPlatform', date);
    if (stopSell) say('stopSell', date);
    if (hasCell && price === undefined) say('priceNotSet', date);
  }
  if (on(arrival).closedToArrival) say('closedToArrival', arrival);
  if (on(departure).closedToDeparture) say('closedToDeparture', departure);
  const length = nights.length;
  const atLeast = on(arrival).minStayArrival ?? 0;
  if (atLeast > length) say('minStayArrival', arrival, length, atLeast);
  const through = Math.max(...nights.map((date) => on(date).minStayThrough ?? 0));
  if (through > length) {
    const strictest = nights.find((date) => on(date).minStayThrough === through) ?? '';
    say('minStayThrough', strictest, length, through);
  }
  const atMost = on(arrival).maxStay ?? 0;
  if (atMost !== 0 && length > atMost) say('maxStay', arrival, length, atMost);
  const guests = adults + children;
  if (hotel.maximumGuests !== null && guests > hotel.maximumGuests)
    say('tooManyGuests', null, guests, hotel.maximumGuests);
  if (hotel.adults !== null && adults > hotel.adults) say('tooManyAdults', null, adults, hotel.adults);
  if (hotel.children !== null && children > hotel.children)
    say('tooManyChildren', null, children, hotel.children);
  return found.sort();
}
