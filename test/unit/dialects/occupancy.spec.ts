import { choosePrice, rankOf } from '../../../src/dialects/occupancy';
import type { HotelRoom, MessagePart, MessagePrice } from '../../../src/dialects/message';

describe('prices for several occupancies', () => {
  const room = (maximumGuests: number | null) => ({ maximumGuests }) as HotelRoom;
  const price = (occupancy: number | null, value = 0): MessagePrice => ({
    place: '',
    value,
    currency: null,
    occupancy,
  });

  it.each<[(number | null)[], number | null, number | null]>([
    [[1, 2, 3, null], 3, 3],
    [[1, 2, null], 3, null],
    [[1, 2, 4], 3, 2],
    [[5, 4], 3, 4],
    [[1, 4, 2], null, 4],
    [[null, 1], null, 1],
  ])('Among prices for %j guests in a room for %j, the one for %j counts', (sent, maximum, chosen) => {
    const part = { price: sent.map((occupancy) => price(occupancy)) } as MessagePart;
    expect(choosePrice(part, room(maximum))?.occupancy).toBe(chosen);
  });

  it('The last one of several prices for the same occupancy counts', () => {
    const part = { price: [price(3, 1), price(3, 2)] } as MessagePart;
    expect(choosePrice(part, room(3))?.value).toBe(2);
  });

  it('A price for any number of guests fits better than a price for a number other than the maximum', () => {
    expect(rankOf(price(null), room(3))).toBeLessThan(rankOf(price(2), room(3)));
  });
});
