import type { EntityManager } from 'typeorm';
import type { Roots, RoomCalendars } from '../calendar/room-calendars';
import type { RoomId } from '../platform/database/id';
import type { Write } from '../platform/database/write';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { CallResult, JournaledCall, PushPayload } from './journal/journaled-call';
import type { NewerWrites } from './newer-writes';

/** A call to an operation of a channel manager, which is always for one room. */
export type Push = JournaledCall & { readonly roomId: RoomId };

/** The input of the decision on a push. */
export interface Situation {
  readonly calendars: RoomCalendars;
  /** The writes since the call that this one repeats; undefined if it repeats none. */
  readonly newer: NewerWrites | undefined;
  /**
   * The moment at which the push takes effect, as text of a `timestamptz`; undefined if its room does not
   * exist.
   */
  readonly appliedAt: string | undefined;
}

/** The result of a push, and its writes besides the calendars. */
export interface Decision extends CallResult {
  /** Statements that run after the calendars are saved. */
  writes?: readonly Write[];
}

/** A push to execute, and its instructions. */
export interface PushWork {
  readonly push: Push;
  /** The plans of the room that it may change, together with all plans below them. */
  readonly roots: Roots;
  /** The dates that may change, in their order and without duplicates. */
  readonly dates: readonly CalendarDate[];
  /** The content of the call. All attempts at one call have the same content. */
  readonly payload: PushPayload;
  /** Whether the push needs the prices of parents outside of these trees. */
  readonly needsParents?: boolean;
  /** Changes the calendars and returns the result of the push. Pure: another attempt may call it again. */
  decide(situation: Situation): Decision;
}

/** Another task in the queue of a room's pushes, with its own transaction. */
export interface RoomTask {
  /** The request id of the requesting call. */
  readonly id: string;
  readonly roomId: RoomId;
  run(manager: EntityManager): Promise<void>;
}
