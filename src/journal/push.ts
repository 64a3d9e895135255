import type { AuthenticatedToken } from '../auth/access-token.service';
import type { CalendarDate } from '../calendar/calendar-date';
import type { DateRange } from '../calendar/date-range';
import type { RatePlanId, RoomId } from '../database/id';
import type { Notice } from '../notification/notice';
import type { Received } from './received';

/** What the channel manager calls, and what people change in the administration. */
export type Operation = PushOperation | AdministrationOperation;
export type PushOperation = 'updateCalendarInventory' | 'updateCalendarPrices' | 'roomEditChannelManager';
export type AdministrationOperation =
  'createRoom' | 'changeRoom' | 'deleteRoom' | 'createRatePlan' | 'changeRatePlan' | 'deleteRatePlan';

/** How a call ended. The first four are logical outcomes; `refused` and `failed` are 4xx and 5xx. */
export type Outcome = 'applied' | 'emptyList' | 'roomMissing' | 'ratePlanMissing' | 'refused' | 'failed';

/** What is known of a call before its content: under which request id, which says when, and with whose token it came. */
export interface Call {
  /** The request id, a UUID v7: in the answer's `X-Request-Id`, the journal, every log line and e-mail. */
  readonly id: string;
  /** Null where the call needs none: ROOM_EDIT_AUTHENTICATION=none, and the demo data. */
  readonly token: AuthenticatedToken | null;
}

/** One call of the channel manager, or one change by people, from its arrival to its answer. */
export interface Push extends Call {
  readonly operation: Operation;
  readonly roomId: RoomId | null;
  readonly ratePlanId: RatePlanId | null;
}

/** A push of the channel manager, which is always for one room. */
export type RoomPush = Push & { readonly roomId: RoomId };

/** What a push came to. */
export interface Result {
  outcome: Outcome;
  /** The records of operations 1 and 2, as they came. */
  received?: Received;
  /** The dates whose value was another one before. */
  changed?: ReadonlySet<CalendarDate>;
  /** The dates left with fewer rooms than are occupied. */
  overbooked?: ReadonlySet<CalendarDate>;
  /** Old and new values of a room edit, and of administration. */
  changes?: Changes;
  /** The dates whose prices a changed derivation has recalculated. */
  recalculated?: DateRange;
  /** What the caller was told, or the cause it was not told, of a call that was refused or failed. */
  problem?: string;
  /** The beginning of a body that was refused. */
  body?: Buffer;
  /** That it is worth an e-mail. */
  notice?: Notice;
}

/** By field: what was there, and what is there now. */
export type Changes = Record<string, { from: unknown; to: unknown }>;
