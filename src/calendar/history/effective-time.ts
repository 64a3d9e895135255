/** The time at which a push or a change takes effect, and its journal entry. */
export interface EffectiveTime {
  /** Text of a `timestamptz` with microseconds, which a Date does not keep. */
  at: string;
  /** Null for the state with which the known past of a room begins. */
  entryId: string | null;
}
