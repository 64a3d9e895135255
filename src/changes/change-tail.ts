import type { ChangeCursor } from './change-cursor';
import { isBefore } from './change-cursor';
import type { ChangeRow } from './changes.repository';
import { toView } from './changes.service';

/** So many of the newest changes are kept for the streams; who is further behind reads from the database. */
const MAX_KEPT = 5_000;

interface KeptEvent {
  place: ChangeCursor;
  text: string;
}

/** The newest changes as events, read and written once for all streams of an instance. */
export class ChangeTail {
  private events: KeptEvent[] = [];

  /** @param start before the first event */
  constructor(private start: ChangeCursor) {}

  /** Behind the newest. */
  get end(): ChangeCursor {
    return this.events.at(-1)?.place ?? this.start;
  }

  append(rows: ChangeRow[]): void {
    this.events.push(...rows.map((row) => ({ place: row.cursor, text: eventOf(row) })));
    const dropped = this.events.splice(0, this.events.length - MAX_KEPT);
    this.start = dropped.at(-1)?.place ?? this.start;
  }

  /** The next events behind a place; undefined where the first of them may be kept no longer. */
  after(place: ChangeCursor, limit: number): KeptEvent[] | undefined {
    if (isBefore(place, this.start)) return undefined;
    // Most streams have all that was there a second ago.
    const last = this.events.findLastIndex((event) => !isBefore(place, event.place));
    return this.events.slice(last + 1, last + 1 + limit);
  }
}

/** A change as a Server-Sent Event. */
export function eventOf(row: ChangeRow): string {
  const change = toView(row);
  return `id: ${change.cursor}\ndata: ${JSON.stringify(change)}\n\n`;
}
