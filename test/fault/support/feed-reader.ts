import { setTimeout as delay } from 'node:timers/promises';
import { openStream } from '../../support/event-stream';
import { TOKEN } from '../../support/service-process';

/** The part of a change that readers compare: its call and its room. */
export interface SeenChange {
  requestId: string;
  roomId: string;
}
interface Item extends SeenChange {
  cursor: string;
}

const HEADERS = { authorization: `Bearer ${TOKEN}` };
const PAUSE_MS = 300;
/** After this many events, the reconnecting reader opens its stream again. */
const RECONNECT_AFTER = 20;

/** Reads the feed of changes from its beginning, and continues after the last change when it fails. */
export class FeedReader {
  readonly seen: SeenChange[] = [];
  private readonly running: Promise<void>;
  private isStopping = false;
  private cursor: string | undefined;
  private end: () => void = () => undefined;

  private constructor(
    readonly kind: string,
    read: (reader: FeedReader) => Promise<void>,
  ) {
    this.running = this.run(() => read(this));
  }

  /** Reads page by page. */
  static pages(url: string): FeedReader {
    return new FeedReader('pages', async (reader) => {
      const after = reader.cursor ? `&after=${reader.cursor}` : '';
      const response = await fetch(`${url}/changes?limit=50${after}`, { headers: HEADERS });
      if (response.status !== 200) throw new Error(await response.text());
      const { items, nextCursor } = (await response.json()) as { items: Item[]; nextCursor: string };
      reader.take(items, nextCursor);
      if (items.length === 0) await delay(PAUSE_MS);
    });
  }

  /** Reads a stream, and reopens it when it ends. */
  static stream(url: string): FeedReader {
    return new FeedReader('stream', (reader) => reader.readStream(url, Infinity));
  }

  /** Reads a stream, and closes and reopens it continually. */
  static reconnectingStream(url: string): FeedReader {
    return new FeedReader('stream with reconnects', (reader) => reader.readStream(url, RECONNECT_AFTER));
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.end();
    await this.running;
  }

  private async readStream(url: string, maxEvents: number): Promise<void> {
    const headers = this.cursor ? { ...HEADERS, 'last-event-id': this.cursor } : HEADERS;
    const stream = await openStream(`${url}/changes/stream`, headers);
    this.end = () => stream.close();
    for (let n = 0; n < maxEvents; n++) {
      const { id, data } = await stream.next();
      this.take([data as unknown as Item], id);
    }
    stream.close();
  }

  private take(items: Item[], cursor: string): void {
    this.seen.push(...items.map(({ requestId, roomId }) => ({ requestId, roomId })));
    this.cursor = cursor;
  }

  private async run(read: () => Promise<void>): Promise<void> {
    while (!this.isStopping) await read().catch(() => delay(PAUSE_MS));
  }
}
