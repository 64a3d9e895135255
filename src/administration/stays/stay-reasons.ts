import { daysBetween } from '../../platform/dates/calendar-date';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { DateRange } from '../../platform/dates/date-range';
import type { RestrictionName } from '../../calendar/restrictions';
import { NO_RECORD, NOT_SET } from '../../calendar/cell';

/** The reasons for which a stay cannot be booked, in the order of an answer. */
export const REASON_CODES = [
  'outsideWindow',
  'noRecord',
  'noRoomsLeft',
  'roomClosed',
  'closedByPlatform',
  'stopSell',
  'priceNotSet',
  'closedToArrival',
  'closedToDeparture',
  'minStayArrival',
  'minStayThrough',
  'maxStay',
  'tooManyGuests',
  'tooManyAdults',
  'tooManyChildren',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** A stay that a guest wants to book. */
export interface Stay {
  arrival: CalendarDate;
  departure: CalendarDate;
  adults: number;
  children: number;
}

/**
 * The values of a date that matter for a stay. A restriction is 0 for none, 1 for a set flag, or a number of nights.
 */
export interface StayDay extends Record<RestrictionName, number> {
  date: CalendarDate;
  /** The rooms of the date; NO_RECORD without an availability. */
  totalRooms: number;
  /** The booked rooms; 0 if they are not known. */
  occupiedRooms: number;
  /** Whether the channel manager has closed the room. */
  isClosed: boolean;
  /** The price in 1/10,000, NOT_SET, or NO_RECORD. */
  price: number;
}

/** A closure that covers nights of a stay. */
export interface StayClosure extends DateRange {
  id: string;
}

/** The input of the decision on a stay. */
export interface StayFacts {
  /** The dates from the arrival to the departure, both included. */
  days: readonly StayDay[];
  /** The numbers of the room; null if they are not known. */
  maximumGuests: number | null;
  adults: number | null;
  children: number | null;
  /** Closures of the room or of the rate plan, oldest first. */
  closures: readonly StayClosure[];
  window: DateRange;
}

/** A reason why a stay cannot be booked. */
export interface StayReason {
  code: ReasonCode;
  /** Null for reasons without a date. */
  date: CalendarDate | null;
  /** The value of the stay or of the date that breaks the limit; null if there is no limit. */
  value: number | null;
  limit: number | null;
  /** The closure; only for `closedByPlatform`. */
  closureId?: string;
}

/** Returns all reasons why a stay cannot be booked, by date; an empty list if it can be booked. */
export function stayReasons(stay: Stay, facts: StayFacts): StayReason[] {
  const nights = facts.days.slice(0, -1);
  return [
    ...facts.days.flatMap(({ date }) => windowReasons(date, facts.window)),
    ...nights.flatMap((night) => nightReasons(night, facts.closures)),
    ...arrivalReasons(stay, facts.days),
    ...guestReasons(stay, facts),
  ];
}

function windowReasons(date: CalendarDate, { from, to }: DateRange): StayReason[] {
  return date < from || date > to ? [reason('outsideWindow', date)] : [];
}

function nightReasons(night: StayDay, closures: readonly StayClosure[]): StayReason[] {
  const { date, totalRooms, occupiedRooms, price } = night;
  const reasons: StayReason[] = [];
  const roomsLeft = totalRooms - occupiedRooms;
  if (totalRooms === NO_RECORD || price === NO_RECORD) reasons.push(reason('noRecord', date));
  if (totalRooms !== NO_RECORD && roomsLeft < 1) reasons.push(reason('noRoomsLeft', date, roomsLeft, 1));
  if (night.isClosed) reasons.push(reason('roomClosed', date));
  for (const { id, from, to } of closures) {
    if (from <= date && date <= to) reasons.push({ ...reason('closedByPlatform', date), closureId: id });
  }
  if (night.stopSell > 0) reasons.push(reason('stopSell', date));
  if (price === NOT_SET) reasons.push(reason('priceNotSet', date));
  return reasons;
}

/** Minimum stays of 0 and 1 never apply, because a stay has at least one night. */
function arrivalReasons({ arrival, departure }: Stay, days: readonly StayDay[]): StayReason[] {
  const nights = daysBetween(arrival, departure);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const reasons: StayReason[] = [];
  if (first.closedToArrival > 0) reasons.push(reason('closedToArrival', arrival));
  if (last.closedToDeparture > 0) reasons.push(reason('closedToDeparture', departure));
  if (nights < first.minStayArrival) {
    reasons.push(reason('minStayArrival', arrival, nights, first.minStayArrival));
  }
  const strictest = days
    .slice(0, -1)
    .reduce((one, other) => (other.minStayThrough > one.minStayThrough ? other : one));
  if (nights < strictest.minStayThrough) {
    reasons.push(reason('minStayThrough', strictest.date, nights, strictest.minStayThrough));
  }
  if (first.maxStay > 0 && nights > first.maxStay) {
    reasons.push(reason('maxStay', arrival, nights, first.maxStay));
  }
  return reasons;
}

function guestReasons({ adults, children }: Stay, facts: StayFacts): StayReason[] {
  const limits: [ReasonCode, number, number | null][] = [
    ['tooManyGuests', adults + children, facts.maximumGuests],
    ['tooManyAdults', adults, facts.adults],
    ['tooManyChildren', children, facts.children],
  ];
  return limits.flatMap(([code, value, limit]) =>
    limit !== null && value > limit ? [reason(code, null, value, limit)] : [],
  );
}

function reason(
  code: ReasonCode,
  date: CalendarDate | null,
  value: number | null = null,
  limit: number | null = null,
): StayReason {
  return { code, date, value, limit };
}
