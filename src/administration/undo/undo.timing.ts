/** The time limits of an undo, in milliseconds; tests use shorter ones. */
export interface UndoTiming {
  /** After this time, the answer reports the progress of the undo. The undo continues. */
  answerWithinMs: number;
  /** The pause between two searches for abandoned undos. */
  pollMs: number;
  /** After this time without progress, any instance continues an undo. It is longer than any step. */
  abandonedAfterMs: number;
}

export const UNDO_TIMING = Symbol('UNDO_TIMING');

export const DEFAULT_TIMING: UndoTiming = {
  answerWithinMs: 10_000,
  pollMs: 10_000,
  abandonedAfterMs: 40_000,
};
