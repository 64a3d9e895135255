import type { Change, ChangePage } from './changes.dto';

/** So many of the newest changes are kept for the streams; who is further behind reads from the database. */
const MAX_KEPT = 5_000;

interface KeptEvent {
  cursor: string;
  text: string;
}

/** The newest changes as events, read and written once for all streams of an instance. */
export class ChangeTail {
  private events: KeptEvent[] = [];

  /** @param start before the first event */
  constructor(private start: string) {}

  /** Behind the newest. */
  get end(): string {
    return this.events.at(-1)?.cursor ?? this.start;
  }

  append({ items }: ChangePage): void {
    this.events.push(...items.map((item) => ({ cursor: item.cursor, text: eventOf(item) })));
    const [last] = this.events.splice(0, this.events.length - MAX_KEPT).slice(-1);
    if (last) this.start = last.cursor;
  }

  /** The next events behind a cursor; undefined where that is not among the newest. */
  after(cursor: string, limit: number): KeptEvent[] | undefined {
    // Most streams have all that was there a second ago.
    const index = this.events.findLastIndex((event) => event.cursor === cursor);
    if (index < 0 && cursor !== this.start) return undefined;
    return this.events.slice(index + 1, index + 1 + limit);
  }
}

/** A change as a Server-Sent Event. */
export function eventOf(change: Change): string {
  return `id: ${change.cursor}\ndata: ${JSON.stringify(change)}\n\n`;
}
