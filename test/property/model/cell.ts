/** A price in whole cents, where null is not set; or how many rooms are left. */
export type Value = bigint | null;

/** What changes cells. */
export interface Cause {
  requestId: string;
  kind: 'push' | 'derivation' | 'release' | 'undo';
  /** Its place among all that was done, counted from 1. */
  at: number;
}

interface Change extends Cause {
  before: Value;
  after: Value;
}

/** A record of one date, and all that has given it another value. */
export class Cell {
  readonly changes: Change[] = [];

  /** @param initial what a record has that nobody has set: no price, or no rooms */
  constructor(private readonly initial: Value) {}

  get value(): Value {
    const last = this.changes.at(-1);
    return last ? last.after : this.initial;
  }

  set(value: Value, { requestId, kind, at }: Cause): void {
    // Of several changes by one cause, the last one is what it has come to.
    if (this.changes.at(-1)?.at === at) this.changes.pop();
    const before = this.value;
    if (before !== value) this.changes.push({ requestId, kind, at, before, after: value });
  }
}

export function money(cents: Value): string | null {
  return cents === null ? null : `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}
