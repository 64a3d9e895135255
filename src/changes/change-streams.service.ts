import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { AccessTokenRepository } from '../platform/auth/access-token.repository';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { ProblemException } from '../platform/http/problem';
import { isBefore } from './change-cursor';
import { ChangeStream } from './change-stream';
import type { ChangeStreamsTiming } from './change-streams.timing';
import { CHANGE_STREAMS_TIMING } from './change-streams.timing';
import { ChangeTail, eventsOf } from './change-tail';
import { ChangesService } from './changes.service';

/** For the end of a stream to be taken when the service stops. */
const MAX_END_MS = 1_000;
const MAX_STREAMS = 1_000;
/** Of what a stream that has fallen behind reads at once, about 35 kB: it is kept for this stream alone. */
const MAX_EVENTS = 100;
/** Of one look at the database. */
const MAX_TAIL = 5_000;
/** Of streams that are served without a break, which takes some milliseconds. */
const BATCH = 20;
const COMMENT = Buffer.from(':\n\n');
/** A client that loses its connection comes back after so long. */
const FIRST = 'retry: 1000\n\n';

/**
 * The feed of changes as streams: once a second, one look at the database serves all that are open, and tells which of
 * their tokens are still valid. Each takes what it gets in its own time; one that has fallen behind reads pages from
 * the database until it is level with the others.
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
   * Opens a stream of Server-Sent Events behind a cursor, as `ChangesService.read` takes it.
   * @throws ProblemException 400 or 410 for the cursor, 503 where there are too many streams
   */
  async open(response: ServerResponse, tokenId: string, after: string | undefined): Promise<ChangeStream> {
    if (this.streams.size >= MAX_STREAMS) {
      const most = `${MAX_STREAMS} streams of changes are open, and an instance has no more`;
      throw new ProblemException(503, `${most}: read GET /changes page by page, or call again later`);
    }
    // Of the look before this one: it has a comment when all others have had one.
    const slot = (this.looks + this.slots - 1) % this.slots;
    const stream = new ChangeStream(tokenId, response, slot, (each) => this.sendNext(each));
    this.streams.add(stream);
    response.once('close', () => this.streams.delete(stream));
    try {
      this.tail ??= new ChangeTail((await this.changes.find('now', 1)).end);
      const { items, end } = await this.changes.find(after, MAX_EVENTS);
      stream.send(Buffer.from(FIRST + eventsOf(items)), end);
      // Its client may be gone meanwhile, or before.
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
      // A push that comes meanwhile waits for some of them, not for all.
      if (++served % BATCH === 0) await setImmediate();
      if (stream.isBlockedFor(this.timing.maxBlockedMs)) stream.response.destroy();
      else if (stream.slot === slot && stream.isWaiting) stream.send(COMMENT);
      else this.sendNext(stream);
    }
  }

  /** The service does not wait for what has no end. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
    for (const stream of this.streams) stream.end();
    setTimeout(() => {
      for (const { response } of this.streams) response.destroy();
    }, MAX_END_MS).unref();
  }

  /** In how many looks each stream has a comment once. */
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

  /** Sends what comes next of a stream that has fallen behind; nothing where the database is away. */
  private async readNext(stream: ChangeStream, { end: newest }: ChangeTail): Promise<void> {
    stream.isReading = true;
    try {
      const { items, end } = await this.transactions.read((manager) =>
        this.changes.findBehind(manager, stream.place, MAX_EVENTS),
      );
      if (items.length > 0) stream.send(Buffer.from(eventsOf(items)), end);
      // Nothing lies before the newest: from there on it is served with the others.
      else stream.place = isBefore(end, newest) ? newest : end;
    } catch (error) {
      // What comes next is deleted: it is told so when it comes back.
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
    if (!this.hasFailed) this.logger.warn(`Streams of changes go on when they can be read: ${String(error)}`);
    this.hasFailed = true;
  }
}
