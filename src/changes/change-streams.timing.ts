/** The intervals and limits of the streams of changes, in milliseconds. Tests use shorter ones. */
export interface ChangeStreamsTiming {
  /** The interval of the query for all streams. A change arrives a little later than this after its commit. */
  pollMs: number;
  /** The interval in which each stream receives data, at least a comment. */
  commentMs: number;
  /**
   * A client that takes no data for this time is disconnected. It continues after its last event when it reconnects.
   */
  maxBlockedMs: number;
}

export const CHANGE_STREAMS_TIMING = Symbol('CHANGE_STREAMS_TIMING');

export const DEFAULT_TIMING: ChangeStreamsTiming = {
  pollMs: 1_000,
  commentMs: 15_000,
  maxBlockedMs: 60_000,
};
