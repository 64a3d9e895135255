import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AccessTokenRepository } from '../platform/auth/access-token.repository';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { ProblemException } from '../platform/http/problem';
import { isBefore } from './change-cursor';
import { ChangeStream } from './change-stream';
import type { ChangeStreamsTiming } from './change-streams.timing';
import { CHANGE_STREAMS_TIMING } from './change-streams.timing';
import { ChangeTail, eventsOf } from './change-tail';
import { ChangesService } from './changes.service';

/** The time for clients to receive the end of a stream when the service stops. */
const MAX_END_MS = 1_000;
const MAX_STREAMS = 1_000;
/** The page size of a stream that has fallen behind, about 35 kB: the page is buffered for this stream alone. */
const MAX_EVENTS = 100;
/** The maximum number of changes that one query reads. */
const MAX_TAIL = 5_000;
/** The number of streams that are served without a break, which takes some milliseconds. */
const BATCH = 20;
const COMMENT = Buffer.from(':\n\n');
/** A client that loses its connection reconnects after this time. */
const FIRST = 'retry: 1000\n\n';

/**
 * Serves the feed of changes as streams. One query a second serves all open streams and checks which of their tokens
 * are still valid. Each client reads at its own speed. A stream that falls behind reads pages from the database until
 * it has caught up.
 */
@Injectable()
export class ChangeStreamsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ChangeStreamsService.name);
  private readonly streams = new Set<ChangeStream>();
  private tail: ChangeTail | undefined;
  private isStopping = false;
  private isReading = false;
  private hasFailed = false;
  private looks = 0;

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly changes: ChangesService,
    private readonly tokens: AccessTokenRepository,
    private readonly jobs: SchedulerRegistry,
    @Inject(CHANGE_STREAMS_TIMING) private readonly timing: ChangeStreamsTiming,
  ) {}

  onApplicationBootstrap(): void {
    const timer = setInterval(() => void this.serve(), this.timing.pollMs);
    this.jobs.addInterval('ChangeStreamsService.serve', timer);
  }

  /**
   * Opens a stream of Server-Sent Events after a cursor, see `ChangesService.read`.
   * @throws ProblemException 400 or 410 for the cursor, 503 if too many streams are open
   */
  async open(response: ServerResponse, tokenId: string, after: string | undefined): Promise<ChangeStream> {
    if (this.streams.size >= MAX_STREAMS) {
      const most = `${MAX_STREAMS} streams of changes are open, the maximum of an instance`;
      throw new ProblemException(503, `${most}. Read the pages of GET /changes, or call again later`);
    }
    // The slot of the previous round: all other streams receive a comment first.
    const slot = (this.looks + this.slots - 1) % this.slots;
    const stream = new ChangeStream(tokenId, response, slot, (each) => this.sendNext(each));
    this.streams.add(stream);
    response.once('close', () => this.streams.delete(stream));
    try {
      this.tail ??= new ChangeTail((await this.changes.find('now', 1)).end);
      const { items, end } = await this.changes.find(after, MAX_EVENTS);
      stream.send(Buffer.from(FIRST + eventsOf(items)), end);
      // The client may have disconnected meanwhile or earlier.
      if (response.destroyed) this.streams.delete(stream);
      if (this.isStopping) stream.end();
      return stream;
    } catch (error) {
      this.streams.delete(stream);
      throw error;
    }
  }

  async serve(): Promise<void> {
    if (this.streams.size === 0) this.tail = undefined;
    if (this.tail && !this.isReading) {
      this.isReading = true;
      await this.readTail(this.tail);
      this.isReading = false;
    }
    const slot = this.looks++ % this.slots;
    let served = 0;
    for (const stream of this.streams) {
      // A push that arrives meanwhile waits for some streams only, not for all.
      if (++served % BATCH === 0) await nextTurn();
      if (stream.isBlockedFor(this.timing.maxBlockedMs)) stream.response.destroy();
      else if (stream.slot === slot && stream.isWaiting) stream.send(COMMENT);
      else this.sendNext(stream);
    }
  }

  /** Ends all streams, because the shutdown cannot wait for endless streams. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
    for (const stream of this.streams) stream.end();
    setTimeout(() => {
      for (const { response } of this.streams) response.destroy();
    }, MAX_END_MS).unref();
  }

  /** The number of rounds in which each stream receives one comment. */
  private get slots(): number {
    return Math.max(1, Math.floor(this.timing.commentMs / this.timing.pollMs));
  }

  private sendNext(stream: ChangeStream): void {
    if (!this.tail || !stream.isWaiting || stream.isReading) return;
    if (this.tail.reaches(stream.place)) {
      const piece = this.tail.after(stream.place);
      if (piece) stream.send(piece.bytes, piece.end);
    } else void this.readNext(stream, this.tail);
  }

  /** Sends the next changes of a stream that has fallen behind. Does nothing while the database is unreachable. */
  private async readNext(stream: ChangeStream, { end: newest }: ChangeTail): Promise<void> {
    stream.isReading = true;
    try {
      const { items, end } = await this.transactions.read((manager) =>
        this.changes.findBehind(manager, stream.place, MAX_EVENTS),
      );
      if (items.length > 0) stream.send(Buffer.from(eventsOf(items)), end);
      // There are no changes in between: from here on, the stream is served with the others.
      else stream.place = isBefore(end, newest) ? newest : end;
    } catch (error) {
      // The next changes are deleted. The client gets the 410 when it reconnects.
      if (error instanceof ProblemException) stream.end();
      else this.noteFailure(error);
    }
    stream.isReading = false;
  }

  private async readTail(tail: ChangeTail): Promise<void> {
    try {
      const tokenIds = new Set([...this.streams].map(({ tokenId }) => tokenId));
      const [valid, { items }] = await this.transactions.read((manager) =>
        Promise.all([
          this.tokens.findValidIds(manager, [...tokenIds]),
          this.changes.findBehind(manager, tail.end, MAX_TAIL),
        ]),
      );
      for (const stream of this.streams) {
        if (tokenIds.has(stream.tokenId) && !valid.has(stream.tokenId)) stream.end();
      }
      tail.append(items);
      this.hasFailed = false;
    } catch (error) {
      this.noteFailure(error);
    }
  }

  private noteFailure(error: unknown): void {
    if (!this.hasFailed)
      this.logger.warn(`Could not read changes for the streams. The service keeps trying: ${String(error)}`);
    this.hasFailed = true;
  }
}
