import type { ChangeCursor } from './change-cursor';
import { isBefore, readCursor } from './change-cursor';
import type { ChangeItem } from './change-item';
import type { EventPiece } from './change-stream';

/** The number of newest changes in memory. A stream that is further behind reads from the database. */
const MAX_KEPT = 5_000;
/** The maximum size of a piece, about 150 kB. A piece stays in memory until the last stream has taken it. */
const MAX_EVENTS = 500;

interface KeptEvent {
  place: ChangeCursor;
  text: string;
}

/** The newest changes as events, read and formatted once for all streams of an instance. */
export class ChangeTail {
  private events: KeptEvent[] = [];
  /** The pieces by the index of their first event. */
  private readonly pieces = new Map<number, EventPiece>();

  /** @param start the position before the first event */
  constructor(private start: ChangeCursor) {}

  /** The position after the newest event. */
  get end(): ChangeCursor {
    return this.events.at(-1)?.place ?? this.start;
  }

  append(items: ChangeItem[]): void {
    if (items.length === 0) return;
    this.pieces.clear();
    this.events.push(...items.map((item) => ({ place: readCursor(item.cursor), text: eventOf(item) })));
    const dropped = this.events.splice(0, this.events.length - MAX_KEPT);
    this.start = dropped.at(-1)?.place ?? this.start;
  }

  /** Whether the next event after a position, if there is one, is in memory. */
  reaches(place: ChangeCursor): boolean {
    return !isBefore(place, this.start);
  }

  /** The next events after a position that `reaches` accepts; undefined if there are none. */
  after(place: ChangeCursor): EventPiece | undefined {
    if (!isBefore(place, this.end)) return undefined;
    const first = this.indexBehind(place);
    const piece = this.pieces.get(first) ?? pieceOf(this.events.slice(first, first + MAX_EVENTS));
    if (piece) this.pieces.set(first, piece);
    return piece;
  }

  private indexBehind(place: ChangeCursor): number {
    let low = 0;
    for (let high = this.events.length; low < high;) {
      const middle = (low + high) >> 1;
      const event = this.events[middle];
      if (event && isBefore(place, event.place)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Formats changes as Server-Sent Events. */
export function eventsOf(items: ChangeItem[]): string {
  return items.map(eventOf).join('');
}

function eventOf({ cursor, json }: ChangeItem): string {
  return `id: ${cursor}\ndata: ${json}\n\n`;
}

function pieceOf(events: KeptEvent[]): EventPiece | undefined {
  const last = events.at(-1);
  return last && { bytes: Buffer.from(events.map(({ text }) => text).join('')), end: last.place };
}
