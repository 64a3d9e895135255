import type { EntityManager } from 'typeorm';
import type { RoomId } from '../platform/database/id';
import type { TransactionRunner } from '../platform/database/transaction-runner';
import { EntryBatch } from './journal/entry-batch';
import type { JournalRepository } from './journal/journal.repository';
import type { CallResult } from './journal/journaled-call';
import type { Push } from './push';
import type { WaitingPush } from './waiting-push';

/** Where TypeORM lets a transaction carry what belongs to it. */
const KEY = 'sharedTransaction';

/** After so long no further push is begun: a statement has a limit of its own, but many add up. */
const MAX_DURATION_MS = 2_000;
/** Prices, or numbers of rooms left. What is done first waits for the last of them. */
const MAX_CELLS = 2_000;

/** That a push has to be done alone, of which nothing has been written. */
export class NotSharedError extends Error {
  override readonly message = 'The push has to be done alone';
}

/**
 * One transaction for several pushes: those for one room are done in their order, those for different rooms side by side,
 * and the journal entries of all in one statement behind them.
 */
export class SharedTransaction {
  private readonly results = new Map<WaitingPush, CallResult>();
  private readonly startedAt = performance.now();
  private cells = 0;
  private hasFailed = false;
  private isCommitted = false;
  private end: () => void = () => undefined;

  /** The one that this is a part of; undefined where it has its own. */
  static of({ queryRunner }: EntityManager): SharedTransaction | undefined {
    return (queryRunner?.data as { [KEY]?: SharedTransaction } | undefined)?.[KEY];
  }

  /** @param leader has the connection, and takes the others along */
  constructor(
    private readonly leader: WaitingPush,
    private readonly companions: readonly WaitingPush[],
  ) {
    const ended = new Promise<void>((resolve) => (this.end = resolve));
    for (const each of companions) {
      each.shared = ended.then(() => (this.isCommitted ? this.results.get(each) : undefined));
      each.withdraw?.();
    }
  }

  get roomIds(): RoomId[] {
    return [...new Set(this.pushes.map(({ push }) => push.roomId))];
  }

  /** Those for the rooms that it has locked. */
  get locked(): Push[] {
    return this.pushes.filter(({ isSharable }) => isSharable).map(({ push }) => push);
  }

  /**
   * Does all pushes for the rooms that the transaction has locked. Ends when the database has answered every statement,
   * also where one fails: nothing may be sent behind a rollback.
   * @returns undefined where the leader has to be done alone
   * @throws NotSharedError where one has failed
   */
  async run(
    transactions: TransactionRunner,
    journal: JournalRepository,
    manager: EntityManager,
    locked: Set<RoomId>,
  ): Promise<CallResult | undefined> {
    for (const each of this.pushes) each.isSharable = locked.has(each.push.roomId);
    const entries = new EntryBatch();
    const share = () => {
      const own = transactions.share(manager);
      if (own.queryRunner) Object.assign(own.queryRunner.data, { [KEY]: this });
      entries.attachTo(own);
      return own;
    };
    const ofRoom = (roomId: RoomId) => this.pushes.filter(({ push }) => push.roomId === roomId);
    const begun = await Promise.all([...locked].map((roomId) => this.beginInOrder(ofRoom(roomId), share)));
    await entries.write((all, failedSince) => {
      if (this.hasFailed) throw new NotSharedError();
      return journal.record(manager, all, failedSince);
    });
    await Promise.all(begun.flat());
    if (this.hasFailed) throw new NotSharedError();
    return this.results.get(this.leader);
  }

  /**
   * To be called before a push writes: so many cells for each of its dates.
   * @throws NotSharedError where that is too much
   */
  claim(push: Push, cellsOfDate: number): void {
    const dates = this.pushes.find((each) => each.push === push)?.dates ?? 0;
    this.cells += dates * Math.max(cellsOfDate, 1);
    if (this.cells > MAX_CELLS) throw new NotSharedError();
  }

  /** Tells the companions that what is done is committed. @returns how many pushes are */
  commit(): number {
    this.isCommitted = true;
    this.release();
    return this.results.size;
  }

  /** Has done alone whatever was not committed, or was without an answer. Once, however often it is called. */
  release(): void {
    for (const each of this.pushes) {
      if (this.isCommitted && this.results.has(each)) continue;
      each.isSharable = false;
    }
    this.end();
  }

  /** The weight of what it has done for a room. */
  weightIn(roomId: RoomId): number {
    return [...this.results.keys()]
      .filter(({ push }) => push.roomId === roomId)
      .reduce((sum, { push }) => sum + (push.capacity?.weight ?? 1), 0);
  }

  private get pushes(): WaitingPush[] {
    return [this.leader, ...this.companions];
  }

  /** Ends when each has only its entry left to be written. @returns what ends with each of those that were begun */
  private async beginInOrder(pushes: WaitingPush[], share: () => EntityManager): Promise<Promise<void>[]> {
    const answered: Promise<void>[] = [];
    for (const each of pushes) {
      if (this.hasFailed || performance.now() - this.startedAt > MAX_DURATION_MS) break;
      const isWorkDone = await new Promise<boolean>((resolve) => {
        const onWorkDone = () => resolve(true);
        answered.push(this.carryOut(each, share(), onWorkDone).finally(() => resolve(false)));
      });
      // Those behind it must not be done before it.
      if (!isWorkDone) break;
    }
    return answered;
  }

  private async carryOut(each: WaitingPush, manager: EntityManager, onWorkDone: () => void): Promise<void> {
    try {
      this.results.set(each, await each.carryOut(manager, 1, onWorkDone));
    } catch (error) {
      // The next attempt, which the push has alone, tells what it was.
      if (!(error instanceof NotSharedError)) this.hasFailed = true;
    }
  }
}
