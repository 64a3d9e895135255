import { RESTRICTIONS } from './fields';
import type { Restriction } from './fields';
import { isFlag } from './fields';
import type { Hotel } from './hotel';
import type { Random } from './random';
import { oneOf } from './random';
import type { Message, MessagePart, Push } from './steps';

export const DATES = ['2026-11-30', '2026-12-01', '2026-12-02', '2027-05-01', '2028-12-01'];

/** The ranges of messages. One begins before the update window. One ends after the update window of other pushes. */
const RANGES: [string, string][] = [
  ['2026-11-29', '2026-12-01'],
  ['2026-11-30', '2026-12-02'],
  ['2026-12-01', '2026-12-01'],
  ['2027-05-01', '2027-05-01'],
  ['2028-12-01', '2028-12-02'],
];

/** Some senders have the same text in place of an id in every message. It does not identify a message. */
export const CONSTANT_ID = '1';

/** No room and no plan has this id. */
const NO_ID = '99';

/** Returns a push of one of the operations. The hotel must have a room. */
export function randomPush({ rooms, plans }: Hotel, pick: Random): Push {
  const roomId = oneOf([...rooms.keys()], pick) ?? '';
  const ratePlanId = oneOf([...plans.keys()], pick);
  const dates = [...DATES.filter(() => pick(2) === 0), oneOf(DATES, pick) ?? ''];
  const dated = <T>(value: () => T) => Object.fromEntries(dates.map((date) => [date, value()]));
  const kind = pick(10);
  if (ratePlanId && kind < 5) return { kind: 'prices', ratePlanId, prices: dated(() => randomPrice(pick)) };
  if (ratePlanId && kind < 7)
    return { kind: kind === 5 ? 'minStay' : 'maxStay', ratePlanId, nights: dated(() => pick(5)) };
  if (kind < 8) return { kind: 'blackout', roomId, closed: dated(() => pick(2) === 0) };
  return { kind: 'inventory', roomId, roomsLeft: dated(() => pick(4)) };
}

/** Returns a message with some parts, often about the same cells. The hotel must have a room. */
export function randomMessage(hotel: Hotel, pick: Random): Message {
  const dialect = pick(2) === 0 ? 'channex' : 'siteconnect';
  const isOfPrices = pick(2) === 0 && hotel.plans.size > 0;
  const content = dialect === 'channex' ? 'mixed' : isOfPrices ? 'prices' : 'availability';
  const parts = Array.from({ length: 1 + pick(4) }, () => randomPart(hotel, pick, content));
  if (pick(6) === 0) {
    const wrong = wrongPart(hotel, pick, randomPart(hotel, pick, content));
    parts.splice(pick(parts.length + 1), 0, wrong);
  }
  const roomIds = new Set(parts.map(({ roomId }) => roomId));
  // The contract does not say which of two entries has the changes of a third room.
  const isClear = [...hotel.rooms.keys()].every((roomId) => roomsAbove(hotel, roomId, roomIds).size < 2);
  const [first] = roomIds;
  return {
    kind: 'message',
    dialect,
    messageId:
      pick(8) === 0 ? CONSTANT_ID : `00000000-0000-4000-8000-${String(pick(2 ** 30)).padStart(12, '0')}`,
    parts: isClear ? parts : parts.filter(({ roomId }) => roomId === first),
  };
}

/** The values that a message may have. A message of SiteConnect has either prices or all other values. */
type Content = 'mixed' | 'prices' | 'availability';

function randomPart({ rooms, plans }: Hotel, pick: Random, content: Content): MessagePart {
  const [from, to] = oneOf(RANGES, pick) ?? ['', ''];
  const ratePlanId = oneOf([...plans.keys()], pick);
  if (!ratePlanId || (content !== 'prices' && pick(4) === 0)) {
    const roomId = oneOf([...rooms.keys()], pick) ?? '';
    const values: MessagePart['values'] = { roomsLeft: BigInt(pick(4)) };
    if (content === 'availability' && pick(3) === 0) values.closedToArrival = BigInt(pick(2));
    return { roomId, ratePlanId: null, from, to, values };
  }
  const values: MessagePart['values'] = {};
  if (content === 'availability' && pick(3) === 0) values.roomsLeft = BigInt(pick(4));
  if (content === 'prices' || (content === 'mixed' && pick(2) === 0)) values.price = randomPrice(pick);
  if (content !== 'prices')
    for (const name of RESTRICTIONS) if (pick(4) === 0) values[name] = randomRestriction(name, pick);
  // SiteConnect does not read the room and the plan of a part without values.
  if (content === 'availability' && Object.keys(values).length === 0) values.stopSell = BigInt(pick(2));
  return { roomId: plans.get(ratePlanId)?.roomId ?? '', ratePlanId, from, to, values };
}

/** Returns a part with another room or plan, with dates in the wrong order, or with a value below 0. */
function wrongPart({ rooms }: Hotel, pick: Random, part: MessagePart): MessagePart {
  const { values } = part;
  switch (pick(4)) {
    case 0:
      return { ...part, roomId: oneOf([...rooms.keys(), NO_ID], pick) ?? '' };
    case 1:
      return { ...part, ratePlanId: NO_ID };
    case 2:
      return { ...part, from: '2026-12-02', to: '2026-12-01' };
    default:
      return { ...part, values: values.price === undefined ? { roomsLeft: -1n } : { price: -100n } };
  }
}

function randomPrice(pick: Random): bigint {
  return BigInt(pick(4) === 0 ? 10_000 : pick(90_000));
}

function randomRestriction(name: Restriction, pick: Random): bigint {
  return BigInt(pick(isFlag(name) ? 2 : 5));
}

/** The rooms of a message from which plans of another room derive. For each plan, only the nearest such room counts. */
function roomsAbove({ plans }: Hotel, roomId: string, ofMessage: Set<string>): Set<string> {
  const nearest = (id: string | undefined): string | undefined => {
    const plan = id === undefined ? undefined : plans.get(id);
    return plan && (ofMessage.has(plan.roomId) ? plan.roomId : nearest(plan.rule?.from));
  };
  if (ofMessage.has(roomId)) return new Set();
  const above = [...plans].flatMap(([id, plan]) => (plan.roomId === roomId ? (nearest(id) ?? []) : []));
  return new Set(above);
}
