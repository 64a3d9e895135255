import type { Cause, Cell } from './cell';

export type Verdict = 'applied' | 'unchanged' | 'skipped' | 'held' | 'late';

/** What became of a cell that was pushed, released, discarded or undone. */
export interface JournalRecord {
  /** Null of rooms left. */
  ratePlanId: string | null;
  date: string;
  verdict: Verdict;
  /** The very cell: a plan that is created again has other ones. */
  cell: Cell | undefined;
}

export interface Entry extends Cause {
  operation: 'prices' | 'inventory' | 'release' | 'discard' | 'undo';
  roomId: string;
  ratePlanId: string | null;
  /** The place of the entry that it repeats, else its own. */
  place: number;
  repeatOf: string | null;
  undoes: string[];
  records: JournalRecord[];
}

/** What the journal counts of an entry. */
export type Counts = Record<'received' | Verdict, number>;

/** The entries of pushes, releases, discards and undos, in their order. */
export class Journal {
  private readonly byId = new Map<string, Entry>();

  get entries(): Entry[] {
    return [...this.byId.values()];
  }

  add(entry: Entry): void {
    this.byId.set(entry.requestId, entry);
  }

  find(requestId: string): Entry {
    const entry = this.byId.get(requestId);
    if (!entry) throw new Error(`There is no entry ${requestId}`);
    return entry;
  }

  /** The pushes from one entry on, up to before another one. */
  pushesBetween(from: string, to: string | null): Entry[] {
    const [first, end] = [this.find(from).at, to === null ? Infinity : this.find(to).at];
    return this.entries.filter(({ kind, at }) => kind === 'push' && at >= first && at < end);
  }

  /** Those that count as later than a place. */
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
  for (const { verdict } of records) counts[verdict]++;
  return counts;
}
