import type { Cause, Cell } from './cell';
import type { Field } from './fields';
import type { Decision, Push } from './steps';

export type Verdict = 'applied' | 'unchanged' | 'skipped' | 'held' | 'late' | 'superseded';

/** The outcome for a cell that was pushed, released, discarded or undone. */
export interface JournalRecord {
  roomId: string;
  /** Null for a value of the room. */
  ratePlanId: string | null;
  field: Field;
  date: string;
  verdict: Verdict;
  /** The cell itself: a plan that is created again has other cells. */
  cell: Cell | undefined;
}

export interface Entry extends Cause {
  operation: Push['kind'] | Decision['kind'] | 'undo';
  /** The request id of its message, or else its own. */
  callId: string;
  roomId: string;
  ratePlanId: string | null;
  /** The place of the entry that it repeats, or else its own. */
  place: number;
  repeatOf: string | null;
  undoes: string[];
  records: JournalRecord[];
}

/** The counts of an entry. A record that a later one of its call replaces counts only as received. */
export type Counts = Record<'received' | Exclude<Verdict, 'superseded'>, number>;

/** The entries of pushes, releases, discards and undos, in their order. */
export class Journal {
  private readonly byId = new Map<string, Entry>();

  get entries(): Entry[] {
    return [...this.byId.values()];
  }

  add(entry: Entry): void {
    this.byId.set(entry.requestId, entry);
  }

  has(requestId: string): boolean {
    return this.byId.has(requestId);
  }

  find(requestId: string): Entry {
    const entry = this.byId.get(requestId);
    if (!entry) throw new Error(`There is no entry ${requestId}`);
    return entry;
  }

  /**
   * Returns all entries of the call to which an entry belongs. The call of a message has one entry for each of its
   * rooms.
   */
  ofCall(requestId: string): Entry[] {
    const { callId } = this.find(requestId);
    return this.entries.filter((entry) => entry.callId === callId);
  }

  /** The pushes from one entry (included) to another one (not included). */
  pushesBetween(from: string, to: string | null): Entry[] {
    const [first, end] = [this.find(from).at, to === null ? Infinity : this.find(to).at];
    return this.entries.filter(({ kind, at }) => kind === 'push' && at >= first && at < end);
  }

  /** The entries that count as later than a place. */
  after(place: number): Entry[] {
    const found: Entry[] = [];
    for (const entry of this.entries.reverse()) {
      if (entry.at <= place) break;
      if (entry.place > place) found.push(entry);
    }
    return found;
  }
}

export function countsOf({ records }: Entry): Counts {
  const counts = { received: records.length, applied: 0, unchanged: 0, skipped: 0, held: 0, late: 0 };
  for (const { verdict } of records) if (verdict !== 'superseded') counts[verdict]++;
  return counts;
}
