import { setImmediate as nextTurn } from 'node:timers/promises';
import { quote } from '../platform/http/quote';
import type { RatePlanId, RoomId } from '../platform/database/id';
import type { DialectMessage, Hotel, HotelRoom, MessagePart, MessageProblem } from './message';

const MAX_PROBLEMS = 99;
/** The number of parts that are checked between two turns of the event loop. */
const PARTS_PER_TURN = 5_000;

/** The rooms and plans of the hotels of a message by their ids. */
export class HotelIndex {
  readonly rooms = new Map<RoomId, HotelRoom & { hotelCode: string }>();
  readonly plans = new Map<RatePlanId, { roomId: RoomId; currency: string }>();

  constructor(hotels: readonly Hotel[]) {
    for (const { hotelCode, rooms } of hotels)
      for (const room of rooms) {
        this.rooms.set(room.id, { ...room, hotelCode });
        for (const { id, currency } of room.ratePlans) this.plans.set(id, { roomId: room.id, currency });
      }
  }
}

/** Finds the problems with the rooms, plans and currencies of a message, 99 at most. */
export async function findProblems(message: DialectMessage, hotel: HotelIndex): Promise<MessageProblem[]> {
  const problems: MessageProblem[] = [];
  for (const [index, part] of message.parts.entries()) {
    if (index % PARTS_PER_TURN === PARTS_PER_TURN - 1) await nextTurn();
    const problem = problemOf(part, hotel);
    if (problem) problems.push(problem);
    if (problems.length === MAX_PROBLEMS) break;
  }
  return problems;
}

function problemOf(part: MessagePart, hotel: HotelIndex): MessageProblem | undefined {
  const { place, hotelCode, roomId, ratePlanId } = part;
  const named = quote(hotelCode);
  if (hotel.rooms.get(roomId)?.hotelCode !== hotelCode)
    return { code: 'roomMissing', place, message: `There is no room ${roomId} in hotel ${named}` };
  if (ratePlanId === null) {
    return part.price !== undefined
      ? { code: 'fieldMissing', place, message: 'A rate plan is missing' }
      : undefined;
  }
  const plan = hotel.plans.get(ratePlanId);
  if (!plan)
    return {
      code: 'ratePlanMissing',
      place,
      message: `There is no rate plan ${ratePlanId} in hotel ${named}`,
    };
  if (plan.roomId !== roomId) {
    const message = `Rate plan ${ratePlanId} belongs to room ${plan.roomId}, not to room ${roomId}`;
    return { code: 'planOfOtherRoom', place, message };
  }
  for (const price of pricesOf(part)) {
    if (price.currency === null || price.currency.toUpperCase() === plan.currency.toUpperCase()) continue;
    const message = `The currency of rate plan ${ratePlanId} is ${plan.currency}, not ${quote(price.currency)}`;
    return { code: 'currencyMismatch', place: price.place, message };
  }
  return undefined;
}

/** Returns the prices of a part. At most one of them counts. */
export function pricesOf({ price }: MessagePart) {
  if (price === undefined) return [];
  return Array.isArray(price) ? price : [price];
}
