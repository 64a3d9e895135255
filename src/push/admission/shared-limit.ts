/** A caller may use this many times what is free, so that the next caller always finds something left. */
const MAX_OVER_FREE = 2;

/** Limits what all callers use together, and keeps a part of it for the next caller. */
export class SharedLimit {
  private used = 0;
  private readonly usedBy = new Map<string, number>();

  constructor(private readonly max: number) {}

  /** How much all callers use. */
  get total(): number {
    return this.used;
  }

  /** Whether a caller may use this much more. */
  allows(callerKey: string, more: number): boolean {
    const free = this.max - this.used - more;
    return (this.usedBy.get(callerKey) ?? 0) + more <= MAX_OVER_FREE * free;
  }

  /** Adds to what a caller uses; a negative number gives it back. */
  add(callerKey: string, more: number): void {
    this.used += more;
    const used = (this.usedBy.get(callerKey) ?? 0) + more;
    if (used > 0) this.usedBy.set(callerKey, used);
    else this.usedBy.delete(callerKey);
  }
}
