import type { RestrictionName } from '../calendar/restrictions';
import type { CellPrice } from '../calendar/cell';
import type { RatePlanId, RoomId } from '../platform/database/id';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { Call } from '../platform/http/request-context';
import type { PushOperation } from '../push/operations';
import type { RecordCounts } from '../push/journal/verdicts';
import { lengthOf } from './date-spread';

/** The dialects of other channel managers. Each has a folder below this one. */
export const DIALECTS = ['channex', 'siteconnect'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** The maximum number of facts of a message. A fact is a number or a restriction for one date of a room or rate plan. */
export const MAX_MESSAGE_FACTS = 400_000;

/** A translated message of a dialect, with its values in the order of the message. */
export interface DialectMessage {
  dialect: Dialect;
  /** The sender's id of the message (request_id, EchoToken). Null if it has none, so repeats are not recognized. */
  messageId: string | null;
  /** At least one. */
  hotels: readonly HotelOfMessage[];
  parts: MessagePart[];
  /** A sentence for each part that the dialect reads but does not support, for the receipt and for warnings. */
  ignored: string[];
}

/** A hotel that a message names. */
export interface HotelOfMessage {
  code: string;
  /** The place of its code in the message, for errors. */
  place: string;
}

/** One item of a message: values for a range of dates of a room or of one of its plans. A missing field changes nothing. */
export interface MessagePart {
  /** The place in the message, in the dialect's words, for errors. */
  place: string;
  hotelCode: string;
  roomId: RoomId;
  /**
   * Null if the part names no plan. Prices need one. Restrictions without one are those of all plans of the room. For
   * rooms left, it must only be a plan of the room.
   */
  ratePlanId: RatePlanId | null;
  /** Both days are included. */
  from: CalendarDate;
  to: CalendarDate;
  roomsLeft?: number;
  price?: MessagePrice | MessagePrice[];
  /** 0 is none; a flag is 1. */
  restrictions?: Partial<Record<RestrictionName, number>>;
}

/** A price of a part. `occupancy.ts` says which one counts. */
export interface MessagePrice {
  /** The place of this price in the message, for errors. */
  place: string;
  value: CellPrice;
  /** Null if the message names no currency. */
  currency: string | null;
  /** The number of guests that the price is for; null if the message names none. */
  occupancy: number | null;
}

/** The kinds of problems with a translated message. */
export type ProblemCode =
  | 'hotelMissing'
  | 'roomMissing'
  | 'ratePlanMissing'
  /** The plan exists, but in another room. */
  | 'planOfOtherRoom'
  | 'currencyMismatch'
  | 'fieldMissing'
  | 'invalidValue';

/** A problem of a message, which a dialect maps to its own code. A message with a problem changes nothing. */
export interface MessageProblem {
  code: ProblemCode;
  place: string;
  message: string;
}

export type MessageCall = Call & { readonly operation: PushOperation };

/** A message to carry out. */
export interface MessageToApply {
  message: DialectMessage;
  call: MessageCall;
  /** Identifies the message; null if it has no id. */
  digest: Buffer | null;
  /** The request id of the first failed attempt at this call; undefined for a new call. */
  repeatOf: string | undefined;
}

export type MessageResult = AppliedMessage | RefusedMessage;

export interface AppliedMessage {
  outcome: 'applied';
  /** The request id under which the message was applied. It belongs to an earlier call if this one is a repeat. */
  callId: string;
  /** The sentences about ignored parts, from the dialect and from the check of rooms and plans. */
  ignored: string[];
  /** The number of records, in total and by verdict; undefined if there were none. */
  records: RecordCounts | undefined;
}

export interface RefusedMessage {
  outcome: 'refused';
  /** At least one, and at most 99. */
  problems: MessageProblem[];
}

/** A property with its rooms and plans, for the sender's mapping. */
export interface Hotel {
  hotelCode: string;
  rooms: HotelRoom[];
}

export interface HotelRoom {
  id: RoomId;
  name: string;
  propertyName: string | null;
  maximumGuests: number | null;
  ratePlans: { id: RatePlanId; name: string; currency: string; isDerived: boolean }[];
}

/** Returns the number of facts of a part, on all its dates. Several prices for one cell are one fact. */
export function factsOf({ from, to, roomsLeft, price, restrictions = {} }: MessagePart): number {
  const values =
    Number(roomsLeft !== undefined) + Number(price !== undefined) + Object.keys(restrictions).length;
  return values * lengthOf(from, to);
}
