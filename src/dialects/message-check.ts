import { setImmediate as nextTurn } from 'node:timers/promises';
import { quote } from '../platform/http/quote';
import type { RatePlanId, RoomId } from '../platform/database/id';
import type { DialectMessage, Hotel, HotelRoom, MessagePart, MessageProblem } from './message';

const MAX_PROBLEMS = 100;
/** The number of parts that are checked between two turns of the event loop. */
const PARTS_PER_TURN = 5_000;

/** The rooms and plans of a hotel by their ids. */
export class HotelIndex {
  readonly rooms = new Map<RoomId, HotelRoom>();
  readonly plans = new Map<RatePlanId, { roomId: RoomId; currency: string }>();

  constructor({ rooms }: Hotel) {
    for (const room of rooms) {
      this.rooms.set(room.id, room);
      for (const { id, currency } of room.ratePlans) this.plans.set(id, { roomId: room.id, currency });
    }
  }
}

/** Finds the problems with the rooms, plans and currencies of a message, 100 at most. */
export async function findProblems(message: DialectMessage, hotel: HotelIndex): Promise<MessageProblem[]> {
  const problems: MessageProblem[] = [];
  for (const [index, part] of message.parts.entries()) {
    if (index % PARTS_PER_TURN === PARTS_PER_TURN - 1) await nextTurn();
    const problem = problemOf(part, message.hotelCode, hotel);
    if (problem) problems.push(problem);
    if (problems.length === MAX_PROBLEMS) break;
  }
  return problems;
}

function problemOf(part: MessagePart, hotelCode: string, hotel: HotelIndex): MessageProblem | undefined {
  const { place, roomId, ratePlanId } = part;
  const named = quote(hotelCode);
  if (!hotel.rooms.has(roomId))
    return { code: 'roomMissing', place, message: `There is no room ${roomId} in hotel ${named}` };
  if (ratePlanId === null) {
    const needsPlan = part.price !== undefined || part.restrictions !== undefined;
    return needsPlan ? { code: 'fieldMissing', place, message: 'A rate plan is missing' } : undefined;
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
