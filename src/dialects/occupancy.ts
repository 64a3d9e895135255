import type { HotelRoom, MessagePart, MessagePrice } from './message';
import { pricesOf } from './message-check';

/** The price of a part that counts, and a sentence about the others. */
export interface ChosenPrice {
  price: MessagePrice | undefined;
  ignored: string | undefined;
}

/**
 * Chooses the price of a room and night among prices for several occupancies: the price without an occupancy, or else
 * the price for the room's maximum guests. A room without that number takes the price for the most guests.
 */
export function choosePrice(part: MessagePart, { maximumGuests }: HotelRoom): ChosenPrice {
  const prices = pricesOf(part);
  if (prices.length === 0) return { price: undefined, ignored: undefined };
  const most = Math.max(...prices.map(({ occupancy }) => occupancy ?? 0));
  const guests = maximumGuests ?? most;
  const price =
    prices.findLast(({ occupancy }) => occupancy === null) ??
    prices.findLast(({ occupancy }) => occupancy === guests);
  const others = [...new Set(prices.flatMap((other) => (other === price ? [] : (other.occupancy ?? []))))];
  if (others.length === 0) return { price, ignored: undefined };
  const counts =
    price?.occupancy === null ? 'the price without an occupancy' : `the price for ${guests} guests`;
  const list = others.sort((one, other) => one - other).join(', ');
  return {
    price,
    ignored: `Prices of rate plan ${part.ratePlanId} for ${list} guests are ignored: ${counts} counts`,
  };
}
