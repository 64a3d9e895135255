import type { RatePlanId } from '../platform/database/id';
import type { CalendarDate } from '../platform/dates/calendar-date';

/** The fields of a room that operation 3 sets: each of them, whatever was there. */
export const EDITED_FIELDS = ['maximumGuests', 'totalRooms', 'adults', 'children'] as const;
export type EditedField = (typeof EDITED_FIELDS)[number];

/** The dates of plans that something has set. */
export type SetPrices = Map<RatePlanId, Set<CalendarDate>>;

/** What has been set since the first attempt at a call: a repeat of it leaves this as it is. */
export interface NewerWrites {
  /** Prices, by rate plan. */
  prices: SetPrices;
  /** Dates of rooms left. */
  dates: ReadonlySet<CalendarDate>;
  /** Fields of the room. */
  fields: readonly EditedField[];
}
