import type { RatePlanId, RoomId } from '../platform/database/id';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { CellPrice, RoomsLeftCell } from './cell';
import type { PackedRestrictions } from './restrictions';

/** The changes of a push in one room: the states to store, and the items of the feed of changes. */
export interface RoomChange {
  readonly roomId: RoomId;
  /** The dates whose record of the room has changed, with its new values. */
  readonly roomsLeft: RoomsLeftCell[];
  /** Whether rooms left were set. A record does not count if another value created it, with 0 rooms. */
  readonly isInventory: boolean;
  /** Whether a price was set. A record does not count if another value created it, without a price. */
  readonly hasPrices: boolean;
  /** The dates on which the room was closed or opened, or on which a restriction created a record. */
  readonly restrictedDates: CalendarDate[];
  /** The plans with another price on some date. */
  readonly ratePlanIds: RatePlanId[];
  /** The dates with another price of some plan, and the prices of all plans on them, in the order of the plans' ids. */
  readonly prices: { date: CalendarDate; values: CellPrice[] }[];
  /** The plans with another restriction on some date. */
  readonly restrictedPlanIds: RatePlanId[];
  /** The dates with another restriction of some plan, and the restrictions of all plans on them. */
  readonly restrictions: { date: CalendarDate; values: PackedRestrictions[] }[];
}
