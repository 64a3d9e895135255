/** When a push or a change takes effect, and the journal entry that tells of it. */
export interface Moment {
  /** Text of a `timestamptz`, in microseconds, which a Date does not keep. */
  at: string;
  /** Null where the past of a room begins, with what was found there. */
  entryId: string | null;
}

/** A moment as JSON tells it, as SQL: ISO 8601 in UTC with all six digits. */
export function jsonMoment(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
