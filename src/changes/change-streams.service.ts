import { Inject, Injectable } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AccessTokenRepository } from '../platform/auth/access-token.repository';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { RepeatedJob } from '../platform/jobs/repeated-job';
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
export class ChangeStreamsService extends RepeatedJob {
  private readonly streams = new Set<ChangeStream>();
  private tail: ChangeTail | undefined;

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly changes: ChangesService,
    private readonly tokens: AccessTokenRepository,
    @Inject(CHANGE_STREAMS_TIMING) private readonly timing: ChangeStreamsTiming,
  ) {
    super(timing.pollMs);
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
    const stream = new ChangeStream(tokenId, response, (each) => this.sendNext(each));
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

  protected async runPart(): Promise<boolean> {
    if (this.streams.size === 0) this.tail = undefined;
    try {
      if (this.tail) await this.readTail(this.tail);
    } finally {
      await this.serveStreams();
    }
    return false;
  }

  private async serveStreams(): Promise<void> {
    let served = 0;
    for (const stream of this.streams) {
      // A push that arrives meanwhile waits for some streams only, not for all.
      if (++served % BATCH === 0) await nextTurn();
      if (stream.isBlockedFor(this.timing.maxBlockedMs)) stream.response.destroy();
      else if (stream.isIdleFor(this.timing.commentMs)) stream.send(COMMENT);
      else this.sendNext(stream);
    }
  }

  /** Ends all streams, because the shutdown cannot wait for endless streams. */
  override beforeApplicationShutdown(): void {
    super.beforeApplicationShutdown();
    for (const stream of this.streams) stream.end();
    setTimeout(() => {
      for (const { response } of this.streams) response.destroy();
    }, MAX_END_MS).unref();
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
      else this.reportFailure(error);
    }
    stream.isReading = false;
  }

  private async readTail(tail: ChangeTail): Promise<void> {
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
  }
}
