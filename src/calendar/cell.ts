import type { RatePlanId } from '../platform/database/id';
import type { CalendarDate } from '../platform/dates/calendar-date';

/**
 * A price in the calendar: a whole number of 1/10,000 of its currency, from 0 to 10^14 - 1, which a JavaScript number
 * represents exactly. Two negative numbers mark a missing price.
 */
export type CellPrice = number;
/** The date has no record, of a price or of rooms left. */
export const NO_RECORD = -1;
/** The record has no price and is not for sale. A price of 0 is free. */
export const NOT_SET = -2;

/** The greatest number of rooms left: the bound of PostgreSQL's integer. */
export const MAX_ROOMS_LEFT = 2_147_483_647;

/** The differences to write to a table: changed records and new ones. */
export interface Differences<T> {
  updated: T[];
  inserted: T[];
}

export interface RoomsLeftCell {
  date: CalendarDate;
  roomsLeft: number;
  closed: boolean;
}

/** A value of a rate plan on a date. */
export interface PlanCell {
  ratePlanId: RatePlanId;
  date: CalendarDate;
  /** A price, or packed restrictions. */
  value: number;
}
