/** The time limits of an undo, in milliseconds; tests use shorter ones. */
export interface UndoTiming {
  /** A longer undo is answered with its progress and continues. */
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
