import type { ChangeCursor } from './change-cursor';
import { isBefore, readCursor } from './change-cursor';
import type { ChangeItem } from './change-item';
import type { EventPiece } from './change-stream';

/** So many of the newest changes are kept for the streams; who is further behind reads from the database. */
const MAX_KEPT = 5_000;
/** Of a piece, about 150 kB, which is kept until the last stream has taken it. */
const MAX_EVENTS = 500;

interface KeptEvent {
  place: ChangeCursor;
  text: string;
}

/** The newest changes as events, read and written once for all streams of an instance. */
export class ChangeTail {
  private events: KeptEvent[] = [];
  /** By the index of their first event. */
  private readonly pieces = new Map<number, EventPiece>();

  /** @param start before the first event */
  constructor(private start: ChangeCursor) {}

  /** Behind the newest. */
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

  /** Whether the next event behind a place, if there is one, is kept. */
  reaches(place: ChangeCursor): boolean {
    return !isBefore(place, this.start);
  }

  /** The next events behind a place that it reaches; undefined where there are none. */
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

/** Changes as Server-Sent Events. */
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
