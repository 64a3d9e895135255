/** How long an undo is waited for, and when it counts as abandoned, in milliseconds; shorter in tests. */
export interface UndoTiming {
  /** What takes longer is answered with its progress, and goes on. */
  answerWithinMs: number;
  /** The pause before abandoned undos are looked for again. */
  pollMs: number;
  /** What nobody has been at for so long is gone on with by any instance. Longer than any step takes. */
  abandonedAfterMs: number;
}

export const UNDO_TIMING = Symbol('UNDO_TIMING');

export const DEFAULT_TIMING: UndoTiming = {
  answerWithinMs: 10_000,
  pollMs: 10_000,
  abandonedAfterMs: 40_000,
};
