import { setTimeout as delay } from 'node:timers/promises';
import { openStream } from '../../support/event-stream';
import { TOKEN } from '../../support/service-process';

interface Item {
  cursor: string;
  requestId: string;
  roomId: string;
}

const HEADERS = { authorization: `Bearer ${TOKEN}` };
const PAUSE_MS = 300;

/** Reads the feed of changes from its beginning, and goes on from what it has seen whenever that fails. */
export class FeedReader {
  readonly requestIds = new Set<string>();
  private readonly items: Item[] = [];
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

  /** Page by page. */
  static pages(url: string): FeedReader {
    return new FeedReader('pages', async (reader) => {
      const after = reader.cursor ? `&after=${reader.cursor}` : '';
      const response = await fetch(`${url}/changes?limit=50${after}`, { headers: HEADERS });
      if (response.status !== 200) throw new Error(await response.text());
      const { items, nextCursor } = (await response.json()) as { items: Item[]; nextCursor: string };
      reader.take(items);
      reader.cursor = nextCursor;
      if (items.length === 0) await delay(PAUSE_MS);
    });
  }

  /** As a stream, which it opens again where it ends. */
  static stream(url: string): FeedReader {
    return new FeedReader('stream', async (reader) => {
      const headers: Record<string, string> = { ...HEADERS };
      if (reader.cursor) headers['last-event-id'] = reader.cursor;
      const stream = await openStream(`${url}/changes/stream`, headers);
      reader.end = () => stream.close();
      for (;;) {
        const { id, data } = await stream.next();
        reader.take([data as unknown as Item]);
        reader.cursor = id;
      }
    });
  }

  /** The requests that have changed a room, in the order of the feed, each once. */
  order(roomId: string): string[] {
    return [...new Set(this.items.filter((item) => item.roomId === roomId).map((item) => item.requestId))];
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.end();
    await this.running;
  }

  private take(items: Item[]): void {
    this.items.push(...items);
    for (const { requestId } of items) this.requestIds.add(requestId);
  }

  private async run(read: () => Promise<void>): Promise<void> {
    while (!this.isStopping) await read().catch(() => delay(PAUSE_MS));
  }
}
