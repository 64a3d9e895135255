import type { HotelRoom, MessagePart, MessagePrice } from './message';
import { pricesOf } from './message-check';

const EXACT = 0;
const FOR_ANY = 1;
const BELOW = 2;
const ABOVE = 2_000;
const MAX = 65_535;

/**
 * Returns how well the occupancy of a price fits a room; a smaller number fits better. The best is the price for the
 * room's maximum guests, then the one for any number, then the highest number below, then the lowest above. In a room
 * without a maximum, the highest number is the best.
 */
export function rankOf({ occupancy }: Pick<MessagePrice, 'occupancy'>, { maximumGuests }: HotelRoom): number {
  if (maximumGuests === null) return MAX - (occupancy ?? 0);
  if (occupancy === null) return FOR_ANY;
  if (occupancy === maximumGuests) return EXACT;
  return occupancy < maximumGuests ? BELOW + maximumGuests - occupancy : Math.min(ABOVE + occupancy, MAX);
}

/** Returns the price of a part that fits its room best; the last one of several equals. */
export function choosePrice(part: MessagePart, room: HotelRoom): MessagePrice | undefined {
  return pricesOf(part).reduce<MessagePrice | undefined>(
    (best, price) => (best && rankOf(best, room) < rankOf(price, room) ? best : price),
    undefined,
  );
}

/** The occupancies of a plan in a message. */
export class Occupancies {
  private readonly sent = new Set<number>();
  private readonly counting = new Set<number | null>();

  addSent(prices: readonly MessagePrice[]): void {
    for (const { occupancy } of prices) if (occupancy !== null) this.sent.add(occupancy);
  }

  /** Adds the occupancy of a price that is stored. */
  addCounting(occupancy: number | null): void {
    this.counting.add(occupancy);
  }

  /** Returns sentences about the prices that do not count, and about one that stands in for a missing one. */
  notes(ratePlanId: string, { maximumGuests }: HotelRoom): string[] {
    const others = [...this.sent].filter((occupancy) => !this.counting.has(occupancy)).sort(ascending);
    const counting = [...this.counting].sort((one, other) => (one ?? 0) - (other ?? 0));
    const notes: string[] = [];
    if (others.length > 0)
      notes.push(
        `Prices of rate plan ${ratePlanId} for ${others.join(', ')} guests are ignored: ` +
          `${counting.map(inWords).join(' and ')} counts`,
      );
    const standIns = counting.filter((occupancy) => occupancy !== null && occupancy !== maximumGuests);
    if (maximumGuests !== null && standIns.length > 0)
      notes.push(
        `Rate plan ${ratePlanId} has no price for ${maximumGuests} guests on some dates: ` +
          `${standIns.map(inWords).join(' and ')} counts`,
      );
    return notes;
  }
}

function inWords(occupancy: number | null): string {
  return occupancy === null ? 'the price without an occupancy' : `the price for ${occupancy} guests`;
}

function ascending(one: number, other: number): number {
  return one - other;
}
