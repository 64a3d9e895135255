import type { PriceChange } from '../../calendar/price-change';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { DateRange } from '../../platform/dates/date-range';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { Notice } from '../../notification/notice';
import type { Call } from '../../platform/http/request-context';
import type { Operation } from '../operations';

/** The outcome of a call. The first four are logical outcomes; `refused` and `failed` are 4xx and 5xx. */
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

/** Why a record is not applied. `superseded`: a later record of the push has the same date. */
export type Exclusion = 'skipped' | 'held' | 'late' | 'superseded';
/** The outcome of a record. */
export type Verdict = 'applied' | 'unchanged' | Exclusion;

/** The records of a push in their order, one array per field, and why some are not applied. */
export interface PushRecords {
  dates: CalendarDate[];
  /** Decimal text. */
  numbers: string[];
  exclusions: (Exclusion | null)[];
}

/** The part of a push that is equal in all attempts at it; for a room edit, its four values. */
export interface PushPayload {
  dates: CalendarDate[] | null;
  numbers: (string | number | null)[];
}

/** Records that set several fields of several plans, as the columns of an entry. A message may have hundreds of thousands. */
export interface RecordTexts {
  dates: string;
  numbers: string;
  /** The plan of each record; NULL for a value of the room. */
  ratePlanIds: string;
  /** The field of each record, as one letter. */
  fields: string;
  /** The verdicts, one letter for each. */
  letters: string;
}

export interface CallResult {
  outcome: Outcome;
  /**
   * The moment at which the call took effect, as text of a `timestamptz`; undefined if it had no effect in a
   * room.
   */
  appliedAt?: string;
  /** The records of an operation by date, in the order of the call. */
  received?: PushRecords;
  /** The records of an undo. */
  records?: RecordTexts;
  /** The content of a call without records. */
  payload?: PushPayload;
  /** The dates with a changed value. */
  changed?: ReadonlySet<CalendarDate>;
  /** The largest change of a price that was pushed. */
  largestChange?: PriceChange;
  /** The dates that have fewer rooms left than are occupied. */
  overbooked?: ReadonlySet<CalendarDate>;
  /** The old and new values of a room edit or of a change by an administrator. */
  changes?: Changes;
  /** The dates whose prices a changed derivation has recalculated. */
  recalculated?: DateRange;
  /** The dates that a closure closes or opens. */
  closed?: DateRange;
  /** The problem in the answer of a refused or failed call, or the cause that the answer withholds. */
  problem?: string;
  /** The beginning of a refused body. */
  body?: Buffer;
  /** The notice for an e-mail about the call. */
  notice?: Notice;
  /** The request id of the push that this one repeats. */
  repeatOf?: string;
  /** Fields that a repeated room edit skips, because a newer call has set them. */
  lateFields?: string[];
  /** The entries that this undo reverts. */
  undoes?: string[];
  /** The request id of a call with several entries, which share it. */
  callId?: string;
}

/** The old and new values by field. */
export type Changes = Record<string, { from: unknown; to: unknown }>;
