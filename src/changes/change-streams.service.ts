import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Readable } from 'node:stream';
import { AccessTokenRepository } from '../auth/access-token.repository';
import { TransactionRunner } from '../database/transaction-runner';
import { OverloadedError } from '../push/overloaded-error';
import { ChangeTail, eventOf } from './change-tail';
import type { ChangePage } from './changes.dto';
import { ChangesService } from './changes.service';

/** How often all streams are served: a change arrives a little more than that after its commit. */
const INTERVAL_MS = 1_000;
const COMMENT_MS = 15_000;
/** Who takes nothing for so long is cut off, and goes on from its last event when it comes back. */
const MAX_BLOCKED_MS = 60_000;
const MAX_STREAMS = 1_000;
/** Of one chunk: what is not taken yet stays in memory. */
const MAX_EVENTS = 200;
/** Of one look at the database. */
const MAX_TAIL = 5_000;
const COMMENT = ':\n\n';
/** A client that loses its connection comes back after so long. */
const FIRST = 'retry: 1000\n\n';

interface ChangeStream {
  readonly tokenId: string;
  /** Behind what it was given. */
  cursor: string;
  isEnded: boolean;
  /** As `performance.now()`; undefined while it waits for changes. */
  blockedSince?: number;
  readable?: Readable;
}

/**
 * The feed of changes as streams: once a second, one look at the database serves all that are open, and tells which of
 * their tokens are still valid. Each takes what it gets in its own time; one that has fallen behind reads pages from
 * the database until it is level with the others.
 */
@Injectable()
export class ChangeStreamsService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(ChangeStreamsService.name);
  private readonly streams = new Set<ChangeStream>();
  private tail: ChangeTail | undefined;
  private isStopping = false;
  private isReading = false;
  private hasFailed = false;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly changes: ChangesService,
    private readonly tokens: AccessTokenRepository,
  ) {}

  /**
   * Opens a stream of Server-Sent Events behind a cursor, as `ChangesService.read` takes it.
   * @throws ProblemException 400 or 410 for the cursor, OverloadedError where there are too many streams
   */
  async open(tokenId: string, after: string | undefined): Promise<Readable> {
    if (this.streams.size >= MAX_STREAMS)
      throw new OverloadedError(`${MAX_STREAMS} streams of changes are open`);
    const stream: ChangeStream = { tokenId, cursor: '', isEnded: this.isStopping };
    this.streams.add(stream);
    try {
      this.tail ??= new ChangeTail((await this.changes.read('now', 1)).nextCursor);
      const first = await this.changes.read(after, MAX_EVENTS);
      stream.cursor = first.nextCursor;
      const readable = Readable.from(this.events(stream, first), { objectMode: false });
      stream.readable = readable;
      return readable.once('close', () => this.close(stream));
    } catch (error) {
      this.close(stream);
      throw error;
    }
  }

  @Interval(INTERVAL_MS)
  async serve(): Promise<void> {
    this.cutOffBlocked();
    if (this.tail && !this.isReading) {
      this.isReading = true;
      await this.readTail(this.tail);
      this.isReading = false;
    }
    this.wake();
  }

  beforeApplicationShutdown(): void {
    this.isStopping = true;
    for (const stream of this.streams) stream.isEnded = true;
    this.wake();
  }

  private async *events(stream: ChangeStream, first: ChangePage): AsyncGenerator<string> {
    let text = FIRST + first.items.map(eventOf).join('');
    let sentAt = performance.now();
    // One whose client is gone is closed when it gives up waiting.
    while (!stream.isEnded && !stream.readable?.destroyed) {
      if (text !== '') {
        stream.blockedSince = sentAt = performance.now();
        yield text;
        delete stream.blockedSince;
      }
      text = await this.take(stream);
      if (text !== '') continue;
      await this.nextLook(stream);
      if (performance.now() - sentAt >= COMMENT_MS) text = COMMENT;
    }
  }

  /** What comes next of a stream; '' where nothing is there yet, or the database is away. */
  private async take(stream: ChangeStream): Promise<string> {
    const kept = this.tail?.after(stream.cursor, MAX_EVENTS);
    if (kept) {
      stream.cursor = kept.at(-1)?.cursor ?? stream.cursor;
      return kept.map(({ text }) => text).join('');
    }
    const end = this.tail?.end;
    try {
      const page = await this.changes.read(stream.cursor, MAX_EVENTS);
      // Nothing lies between: from here on it is served with the others.
      stream.cursor = page.items.length === 0 && end ? end : page.nextCursor;
      return page.items.map(eventOf).join('');
    } catch (error) {
      this.noteFailure(error);
      return '';
    }
  }

  private nextLook({ isEnded }: ChangeStream): Promise<void> {
    return isEnded ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
  }

  private async readTail(tail: ChangeTail): Promise<void> {
    try {
      const tokenIds = [...new Set([...this.streams].map(({ tokenId }) => tokenId))];
      const [valid, page] = await this.transactions.read((manager) =>
        Promise.all([
          this.tokens.findValidIds(manager, tokenIds),
          this.changes.page(manager, tail.end, MAX_TAIL),
        ]),
      );
      for (const stream of this.streams) {
        if (tokenIds.includes(stream.tokenId) && !valid.has(stream.tokenId)) stream.isEnded = true;
      }
      tail.append(page);
      this.hasFailed = false;
    } catch (error) {
      this.noteFailure(error);
    }
  }

  private cutOffBlocked(): void {
    const now = performance.now();
    for (const { blockedSince, readable } of this.streams) {
      if (blockedSince !== undefined && now - blockedSince > MAX_BLOCKED_MS) readable?.destroy();
    }
  }

  private close(stream: ChangeStream): void {
    stream.isEnded = true;
    this.streams.delete(stream);
    if (this.streams.size === 0) this.tail = undefined;
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  private noteFailure(error: unknown): void {
    if (!this.hasFailed) this.logger.warn(`Streams of changes go on when they can be read: ${String(error)}`);
    this.hasFailed = true;
  }
}
