/** How often streams of changes are served, and what they bear, in milliseconds; shorter in tests. */
export interface ChangeStreamsTiming {
  /** How often all streams are served: a change arrives a little more than that after its commit. */
  pollMs: number;
  /** How often each stream has something, be it a comment. */
  commentMs: number;
  /** Who takes nothing for so long is cut off, and goes on from its last event when it comes back. */
  maxBlockedMs: number;
}

export const CHANGE_STREAMS_TIMING = Symbol('CHANGE_STREAMS_TIMING');

export const DEFAULT_TIMING: ChangeStreamsTiming = {
  pollMs: 1_000,
  commentMs: 15_000,
  maxBlockedMs: 60_000,
};
