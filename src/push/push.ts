import type { EntityManager } from 'typeorm';
import type { Roots, RoomCalendars } from '../calendar/room-calendars';
import type { RoomId } from '../platform/database/id';
import type { Write } from '../platform/database/write';
import type { CalendarDate } from '../platform/dates/calendar-date';
import type { CallResult, JournaledCall, PushPayload } from './journal/journaled-call';
import type { NewerWrites } from './newer-writes';

/** One call of a channel manager's operation, which is always for one room. */
export type Push = JournaledCall & { readonly roomId: RoomId };

/** What is given to the decision on a push. */
export interface Situation {
  readonly calendars: RoomCalendars;
  /** What has been set since the call that this one repeats; undefined where it repeats none. */
  readonly newer: NewerWrites | undefined;
  /** When the push takes effect, as text of a `timestamptz`; undefined where its room does not exist. */
  readonly appliedAt: string | undefined;
}

/** What came of a push, and what is to be written besides the calendars. */
export interface Decision extends CallResult {
  /** Statements that run after the calendars are saved. */
  writes?: readonly Write[];
}

/** A push that is to be carried out, and how. */
export interface PushWork {
  readonly push: Push;
  /** The plans of the room that it may change, with all below them. */
  readonly roots: Roots;
  /** The dates that may change, in their order, none twice. */
  readonly dates: readonly CalendarDate[];
  /** What the call asks for. Two attempts at one call ask for the same. */
  readonly payload: PushPayload;
  /** Whether the prices of plans outside of these trees are needed from which they derive. */
  readonly needsParents?: boolean;
  /** Changes the calendars, and says what came of the push. Pure: it may be called again for another attempt. */
  decide(situation: Situation): Decision;
}

/** Something else that has to be done in a room's turn among its pushes, in a transaction of its own. */
export interface RoomTask {
  /** The request id of the call that asked for it. */
  readonly id: string;
  readonly roomId: RoomId;
  run(manager: EntityManager): Promise<void>;
}
