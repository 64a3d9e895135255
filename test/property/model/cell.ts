/**
 * A price in whole cents, rooms left, or nights; 1 for a flag. Null: the price is not set, the flag is not set, or there
 * is no such restriction.
 */
export type Value = bigint | null;

/** The call that changes cells. */
export interface Cause {
  requestId: string;
  kind: 'push' | 'derivation' | 'release' | 'undo';
  /** Its place among all calls, counted from 1. */
  at: number;
  /** The journal entries of a message, by room. */
  entries?: ReadonlyMap<string, string>;
}

/**
 * Returns a cause with its journal entry in a room. Each room of a message has its own entry. Any other room keeps the
 * entry of the room that led to it.
 */
export function causeIn(roomId: string, cause: Cause): Cause {
  return { ...cause, requestId: cause.entries?.get(roomId) ?? cause.requestId };
}

interface Change {
  requestId: string;
  kind: Cause['kind'];
  at: number;
  before: Value;
  after: Value;
  /** The plan itself and all plans whose value it followed then. */
  line: readonly string[];
}

/** A record of one date, and all causes of its values. */
export class Cell {
  readonly changes: Change[] = [];

  /** @param initial the value of a new record that nobody has set: no price, no restriction, or no rooms */
  constructor(private readonly initial: Value) {}

  get value(): Value {
    const last = this.changes.at(-1);
    return last ? last.after : this.initial;
  }

  set(value: Value, { requestId, kind, at }: Cause, line: readonly string[] = []): void {
    // The last of several changes by one cause counts.
    if (this.changes.at(-1)?.at === at) this.changes.pop();
    const before = this.value;
    if (before !== value) this.changes.push({ requestId, kind, at, before, after: value, line });
  }
}

export function money(cents: Value): string | null {
  return cents === null ? null : `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}
