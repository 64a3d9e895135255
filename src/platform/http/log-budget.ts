/** Bounds how many lines of a kind the log gets, so that a caller who repeats a mistake cannot fill the disk with it. */
export class LogBudget {
  private periodEnd = -Infinity;
  private admitted = 0;
  private dropped = 0;

  constructor(
    private readonly maximum: number,
    private readonly periodMs: number,
  ) {}

  /** @returns how many lines were dropped before this one; undefined where this one has to be dropped too */
  admit(now = performance.now()): number | undefined {
    if (now >= this.periodEnd) {
      this.periodEnd = now + this.periodMs;
      this.admitted = 0;
    }
    if (this.admitted >= this.maximum) {
      this.dropped++;
      return undefined;
    }
    this.admitted++;
    const { dropped } = this;
    this.dropped = 0;
    return dropped;
  }
}
