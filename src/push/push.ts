import type { NeededPrices } from '../calendar/dated-records';
import type { PlanSelection, RoomCalendars } from '../calendar/room-calendars';
import type { RoomId } from '../platform/database/id';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { CallResult, JournaledCall, PushPayload } from './journal/journaled-call';
import type { FailedCall } from './late-arrivals/failed-call.repository';
import type { NewerWrites } from './late-arrivals/newer-writes';

/** A call to an operation of a channel manager, which is always for one room. */
export type Push = JournaledCall & { readonly roomId: RoomId };

export interface DecisionInput {
  readonly calendars: RoomCalendars;
  /** The writes since the call that this one repeats; undefined if it repeats none. */
  readonly newer: NewerWrites | undefined;
  /**
   * The moment at which the push takes effect, as text of a `timestamptz`; undefined if its room does not
   * exist.
   */
  readonly appliedAt: string | undefined;
}

/** A push to execute, and its instructions. */
export interface PushWork {
  readonly push: Push;
  /** The plans of the room that it may change, together with all plans below them. */
  readonly planIds: PlanSelection;
  /** The dates that may change, in their order and without duplicates. */
  readonly dates: readonly CalendarDate[];
  /** The content of the call. All attempts at one call have the same content. */
  readonly payload: PushPayload;
  /** The prices that the push needs; all if left out. */
  readonly prices?: NeededPrices;
  /** Whether the push needs the restrictions of the dates. */
  readonly withRestrictions?: boolean;
  /** Whether the push needs the prices of parents that are outside of the trees of `planIds`. */
  readonly withParents?: boolean;
  /** Changes the calendars and returns the result of the push. Pure: another attempt may call it again. */
  decide(input: DecisionInput): CallResult;
}

/** A push with the failed attempts that it may repeat, as far as this instance remembers them. */
export interface RecalledPush extends PushWork {
  readonly remembered: readonly FailedCall[];
}
