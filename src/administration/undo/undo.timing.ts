/** The time limits of an undo, in milliseconds; tests use shorter ones. */
export interface UndoTiming {
  /** The time after which the answer has the progress of an undo, which continues. */
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
