/** Limits the log lines of one kind, so that a caller that repeats a mistake cannot fill the disk. */
export class LogBudget {
  private periodEnd = -Infinity;
  private admitted = 0;
  private dropped = 0;

  constructor(
    private readonly maximum: number,
    private readonly periodMs: number,
  ) {}

  /** @returns the number of lines that were dropped before this one; undefined if this line must be dropped too */
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
