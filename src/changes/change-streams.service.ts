import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { AccessTokenRepository } from '../auth/access-token.repository';
import { TransactionRunner } from '../database/transaction-runner';
import { ProblemException } from '../http/problem';
import type { ChangeCursor } from './change-cursor';
import { BEGINNING, isBefore } from './change-cursor';
import { ChangeTail, eventOf } from './change-tail';
import type { FoundChanges } from './changes.service';
import { ChangesService } from './changes.service';

/** How often all streams are served: a change arrives a little more than that after its commit. */
const INTERVAL_MS = 1_000;
const COMMENT_MS = 15_000;
/** Who takes nothing for so long is cut off, and goes on from its last event when it comes back. */
const MAX_BLOCKED_MS = 60_000;
/** For the end of a stream to be taken when the service stops. */
const MAX_END_MS = 1_000;
const MAX_STREAMS = 1_000;
/** Of one chunk, about 35 kB: what is not taken yet stays in memory, of each stream. */
const MAX_EVENTS = 100;
/** Of one look at the database. */
const MAX_TAIL = 5_000;
const COMMENT = ':\n\n';
/** A client that loses its connection comes back after so long. */
const FIRST = 'retry: 1000\n\n';

interface ChangeStream {
  readonly tokenId: string;
  readonly response: ServerResponse;
  /** Behind what it was given. */
  place: ChangeCursor;
  isEnded: boolean;
  /** As `performance.now()`; undefined while it waits for changes. */
  blockedSince?: number;
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
  private waiting: (() => void)[] = [];

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly changes: ChangesService,
    private readonly tokens: AccessTokenRepository,
  ) {}

  /**
   * Opens a stream of Server-Sent Events behind a cursor, as `ChangesService.read` takes it.
   * @throws ProblemException 400 or 410 for the cursor, 503 where there are too many streams
   */
  async open(response: ServerResponse, tokenId: string, after: string | undefined): Promise<Readable> {
    if (this.streams.size >= MAX_STREAMS) {
      const most = `${MAX_STREAMS} streams of changes are open, and an instance has no more`;
      throw new ProblemException(503, `${most}: read GET /changes page by page, or call again later`);
    }
    const stream = { tokenId, response, place: BEGINNING, isEnded: this.isStopping };
    this.streams.add(stream);
    response.once('close', () => this.close(stream));
    try {
      this.tail ??= new ChangeTail((await this.changes.find('now', 1)).end);
      const first = await this.changes.find(after, MAX_EVENTS);
      // Its client may be gone meanwhile, or before.
      if (response.destroyed) this.close(stream);
      // Asked for more as soon as all is taken, and not before.
      return Readable.from(this.events(stream, first), { objectMode: false, highWaterMark: 1 });
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

  /** The service does not wait for what has no end. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
    for (const stream of this.streams) stream.isEnded = true;
    this.wake();
    setTimeout(() => {
      for (const { response } of this.streams) response.destroy();
    }, MAX_END_MS).unref();
  }

  private async *events(stream: ChangeStream, first: FoundChanges): AsyncGenerator<string> {
    stream.place = first.end;
    let text = FIRST + first.rows.map(eventOf).join('');
    let sentAt = performance.now();
    while (!stream.isEnded) {
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
    const kept = this.tail?.after(stream.place, MAX_EVENTS);
    if (kept) {
      stream.place = kept.at(-1)?.place ?? stream.place;
      return kept.map(({ text }) => text).join('');
    }
    const newest = this.tail?.end ?? stream.place;
    try {
      const { rows, end } = await this.transactions.read((manager) =>
        this.changes.findBehind(manager, stream.place, MAX_EVENTS),
      );
      // Where nothing is found, nothing lies before the newest: from there on it is served with the others.
      stream.place = rows.length === 0 && isBefore(end, newest) ? newest : end;
      return rows.map(eventOf).join('');
    } catch (error) {
      // What comes next is deleted: it is told so when it comes back.
      if (error instanceof ProblemException) stream.isEnded = true;
      else this.noteFailure(error);
      return '';
    }
  }

  private nextLook({ isEnded }: ChangeStream): Promise<void> {
    return isEnded ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
  }

  private async readTail(tail: ChangeTail): Promise<void> {
    try {
      const tokenIds = [...new Set([...this.streams].map(({ tokenId }) => tokenId))];
      const [valid, { rows }] = await this.transactions.read((manager) =>
        Promise.all([
          this.tokens.findValidIds(manager, tokenIds),
          this.changes.findBehind(manager, tail.end, MAX_TAIL),
        ]),
      );
      for (const stream of this.streams) {
        if (tokenIds.includes(stream.tokenId) && !valid.has(stream.tokenId)) stream.isEnded = true;
      }
      tail.append(rows);
      this.hasFailed = false;
    } catch (error) {
      this.noteFailure(error);
    }
  }

  private cutOffBlocked(): void {
    const now = performance.now();
    for (const { blockedSince, response } of this.streams) {
      if (blockedSince !== undefined && now - blockedSince > MAX_BLOCKED_MS) response.destroy();
    }
  }

  private close(stream: ChangeStream): void {
    stream.isEnded = true;
    this.streams.delete(stream);
    if (this.streams.size === 0) this.tail = undefined;
  }

  private wake(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }

  private noteFailure(error: unknown): void {
    if (!this.hasFailed) this.logger.warn(`Streams of changes go on when they can be read: ${String(error)}`);
    this.hasFailed = true;
  }
}
