import type { RatePlanId } from '../platform/database/id';
import type { CalendarDate } from '../platform/dates/calendar-date';

/** The fields of a room that operation 3 sets. It always sets all of them. */
export const EDITED_FIELDS = ['maximumGuests', 'totalRooms', 'adults', 'children'] as const;
export type EditedField = (typeof EDITED_FIELDS)[number];

/** The dates on which the prices of plans were set. */
export type SetPrices = Map<RatePlanId, Set<CalendarDate>>;

/** The writes since the first attempt at a call. A repeat does not overwrite them. */
export interface NewerWrites {
  /** Prices, by rate plan. */
  prices: SetPrices;
  /** Dates of rooms left. */
  dates: ReadonlySet<CalendarDate>;
  /** Fields of the room. */
  fields: readonly EditedField[];
}
