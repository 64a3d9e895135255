import type { RestrictionName } from '../../calendar/restrictions';
import type { RatePlanId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';

/** The fields of a room that operation 3 sets. It always sets all of them. */
export const EDITED_FIELDS = ['maximumGuests', 'totalRooms', 'adults', 'children'] as const;
export type EditedField = (typeof EDITED_FIELDS)[number];

/** The dates on which a value of plans was set. */
export type SetCells = Map<RatePlanId, Set<CalendarDate>>;

/** The writes since the first attempt at a call. A repeat does not overwrite them. */
export interface NewerWrites {
  /** Prices, by rate plan. */
  prices: SetCells;
  /** The restriction that the call sets, by rate plan. */
  restrictions: SetCells;
  /**
   * Dates on which rooms left were set, or on which the room was closed or opened: the kind of value that the call
   * sets.
   */
  dates: ReadonlySet<CalendarDate>;
  /** Fields of the room. */
  fields: readonly EditedField[];
}

/** The writes since the first attempt at a message, in one of its rooms. */
export interface NewerMessageWrites {
  prices: SetCells;
  /** Each restriction that the message sets. */
  restrictions: ReadonlyMap<RestrictionName, SetCells>;
  /** Dates on which rooms left were set. */
  dates: ReadonlySet<CalendarDate>;
}
