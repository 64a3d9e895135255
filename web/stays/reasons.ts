import type { StayReason } from '../api-types';
import { counted, formatCount, formatShortDay } from '../format';

type Sentence = (reason: { date: string; value: string; limit: string }) => string;

const GUESTS =
  (what: string): Sentence =>
  ({ value, limit }) =>
    `The room takes ${limit} ${what}, not ${value}.`;

const SENTENCES: Record<StayReason['code'], Sentence> = {
  outsideWindow: ({ date }) => `${date} is outside the dates that can be pushed.`,
  noRecord: ({ date }) => `A record is missing for ${date}: the rooms left, the price, or both.`,
  noRoomsLeft: ({ date }) => `No room is left on ${date}.`,
  roomClosed: ({ date }) => `The channel manager has closed the room on ${date}.`,
  closedByPlatform: ({ date }) => `${date} was closed for sale by a person.`,
  stopSell: ({ date }) => `The rate plan has a stop sell on ${date}.`,
  priceNotSet: ({ date }) => `${date} has no price.`,
  closedToArrival: ({ date }) => `Nobody can arrive on ${date}.`,
  closedToDeparture: ({ date }) => `Nobody can depart on ${date}.`,
  minStayArrival: ({ date, value, limit }) =>
    `A stay that arrives on ${date} has at least ${limit}, not ${value}.`,
  minStayThrough: ({ date, value, limit }) => `A stay over ${date} has at least ${limit}, not ${value}.`,
  maxStay: ({ date, value, limit }) => `A stay that arrives on ${date} has at most ${limit}, not ${value}.`,
  tooManyGuests: GUESTS('guests at most'),
  tooManyAdults: GUESTS('adults at most'),
  tooManyChildren: GUESTS('children at most'),
};
const OF_NIGHTS = new Set<string>(['minStayArrival', 'minStayThrough', 'maxStay']);

export function reasonInWords({ code, date, value, limit }: StayReason): string {
  const sentence = SENTENCES[code] as Sentence | undefined;
  if (!sentence) return code; // a code of a newer version of the service
  const ofLimit = OF_NIGHTS.has(code) ? nights(limit ?? 0) : formatCount(limit ?? 0);
  return sentence({
    date: date === null ? 'The stay' : formatShortDay(date),
    value: formatCount(value ?? 0),
    limit: ofLimit,
  });
}

export function nights(count: number): string {
  return counted(count, 'night');
}
