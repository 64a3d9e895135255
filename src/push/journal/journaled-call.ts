import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { DateRange } from '../../platform/dates/date-range';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { Notice } from '../../notification/notice';
import type { Call } from '../../platform/http/request-context';
import type { Operation } from '../operations';

/** How a call ended. The first four are logical outcomes; `refused` and `failed` are 4xx and 5xx. */
export const OUTCOMES = [
  'applied',
  'emptyList',
  'roomMissing',
  'ratePlanMissing',
  'refused',
  'failed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One call of the channel manager, or one change by an administrator, from its arrival to its answer. */
export interface JournaledCall extends Call {
  readonly operation: Operation;
  readonly roomId: RoomId | null;
  readonly ratePlanId: RatePlanId | null;
}

/** What became of a record that was to be applied to nothing. `superseded`: a later record of the push has its date. */
export type Exclusion = 'skipped' | 'held' | 'late' | 'superseded';
/** What became of a record. */
export type Verdict = 'applied' | 'unchanged' | Exclusion;

/** The records of a push as they came, side by side, and why some of them are not to be applied. */
export interface PushRecords {
  dates: CalendarDate[];
  /** Decimal text. */
  numbers: string[];
  exclusions: (Exclusion | null)[];
}

/** What a push asks for, as far as two attempts at the same one are told by it: of a room edit, its four values. */
export interface PushPayload {
  dates: CalendarDate[] | null;
  numbers: (string | number | null)[];
}

/** What came of a call. */
export interface CallResult {
  outcome: Outcome;
  /** When it took effect, as text of a `timestamptz`; what took no effect in a room has no such moment. */
  appliedAt?: string;
  /** The records of operations 1 and 2, as they came. */
  received?: PushRecords;
  /** What was asked for, where that is no records. */
  payload?: PushPayload;
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
  /** The request id of the push that this one repeats. */
  repeatOf?: string;
  /** Fields that a repeated room edit has left, because something else has set them since. */
  lateFields?: string[];
  /** The request ids of the pushes, releases and undos that this one takes back. */
  undoes?: string[];
}

/** By field: what was there, and what is there now. */
export type Changes = Record<string, { from: unknown; to: unknown }>;
