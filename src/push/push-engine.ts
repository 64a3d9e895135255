import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import { connectionShare } from '../platform/database/connection-queue';
import {
  isLockTimeout,
  isOutage,
  isPreparedStatementError,
  isRetryable,
} from '../platform/database/retryable-error';
import { pauseAfter, TransactionRunner } from '../platform/database/transaction-runner';
import { LoadControl } from './admission/load-control';
import type { CallResult } from './journal/journaled-call';
import { JournalWriter } from './journal/journal.writer';
import { receivedAt } from './journal/request-id';
import { LateArrivalsService } from './late-arrivals.service';
import type { PushWork, RoomTask } from './push';
import type { BatchResult } from './push-batch';
import { PushBatch } from './push-batch';
import { PushQueue } from './push-queue';
import type { Settle } from './waiting-push';
import { WaitingPush } from './waiting-push';

/** For a lock of another transaction, in milliseconds; the more pushes wait for one, the shorter. */
const MAX_LOCK_TIMEOUT_MS = 500;
const MIN_LOCK_TIMEOUT_MS = 25;

/**
 * Carries out pushes exactly once, and those for one room in the order in which they came. Workers take what waits in
 * batches: one transaction for each. Where a batch fails, each of its pushes is run again on its own.
 */
@Injectable()
export class PushEngine {
  /** How many pushes have been written in a transaction with others. */
  sharedPushes = 0;
  private readonly queue = new PushQueue<WaitingPush>();
  private readonly maxWorkers: number;
  private readonly maxLockWaits: number;
  private workers = 0;
  private lockWaits = 0;
  private isStarting = false;
  /** Whether a worker waits for a connection, and has not taken its pushes yet. */
  private isTaking = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: TransactionRunner,
    private readonly batches: PushBatch,
    private readonly lateArrivals: LateArrivalsService,
    private readonly writer: JournalWriter,
    private readonly load: LoadControl,
  ) {
    this.maxWorkers = Math.max(2, Math.floor(config.DATABASE_POOL_SIZE / 2));
    this.maxLockWaits = connectionShare(this.maxWorkers);
  }

  /** How many pushes wait for their turn. */
  get waiting(): number {
    return this.queue.length;
  }

  /**
   * @throws whatever the push is refused with, or the last error after the time that is given to it
   */
  run(work: PushWork): Promise<CallResult> {
    const remembered = this.lateArrivals.remembered(work);
    return this.add((settle) => WaitingPush.ofPush(work, remembered, settle));
  }

  /** Runs something else in a room's turn among its pushes. It is repeated as a push is. */
  async runTask(task: RoomTask): Promise<void> {
    await this.add((settle) => WaitingPush.ofTask(task, settle));
  }

  private add(make: (settle: Settle) => WaitingPush): Promise<CallResult> {
    return new Promise((resolve, reject) => {
      this.queue.add(make({ resolve, reject }));
      this.startSoon();
    });
  }

  /** Pushes that arrive in one turn of the event loop are taken together. */
  private startSoon(): void {
    if (this.isStarting || this.workers >= this.maxWorkers) return;
    this.isStarting = true;
    setImmediate(() => {
      this.isStarting = false;
      this.start();
    });
  }

  /** Starts workers, one after the other: each takes as much as it can, as soon as it has a connection. */
  private start(): void {
    while (!this.isTaking && this.workers < this.maxWorkers && this.queue.hasReady(this.mayWait))
      void this.work();
  }

  /** Whether one more worker may wait for a lock. */
  private get mayWait(): boolean {
    return this.lockWaits < this.maxLockWaits;
  }

  private async work(): Promise<void> {
    let batch: WaitingPush[] = [];
    let again: WaitingPush[] = [];
    let waitsForLock = false;
    this.workers++;
    this.isTaking = true;
    try {
      let result: BatchResult | undefined;
      let startedAt = 0;
      await this.transactions.attemptOnce(() => {
        batch = this.takeBatch();
        waitsForLock = batch.some(({ isBlocked }) => isBlocked);
        if (waitsForLock) this.lockWaits++;
        startedAt = performance.now();
        if (batch.length === 0) return undefined;
        const work = async (manager: EntityManager) => {
          result = await this.batches.run(manager, batch);
        };
        return { work, lockTimeoutMs: this.lockTimeoutMs };
      });
      if (result) again = this.settle(result, performance.now() - startedAt);
    } catch (error) {
      again = await this.handleFailure(batch, error);
    } finally {
      this.workers--;
      if (waitsForLock) this.lockWaits--;
      this.queue.finish(batch, again);
      this.start();
    }
  }

  private takeBatch(): WaitingPush[] {
    this.isTaking = false;
    const batch = this.queue.takeBatch(this.mayWait);
    // Another worker may take what is left.
    this.startSoon();
    return batch;
  }

  private get lockTimeoutMs(): number {
    return Math.max(MIN_LOCK_TIMEOUT_MS, MAX_LOCK_TIMEOUT_MS / (1 + this.queue.length));
  }

  /** @returns those that are not done */
  private settle({ done, refused, again }: BatchResult, milliseconds: number): WaitingPush[] {
    this.load.recordBatch(milliseconds, weightOf(done.keys()));
    if (done.size > 1) this.sharedPushes += done.size;
    for (const [push, result] of done) push.settle.resolve(result);
    for (const [push, error] of refused) push.settle.reject(error);
    return again;
  }

  /** @returns those that are tried again; the others are given up */
  private async handleFailure(batch: WaitingPush[], error: unknown): Promise<WaitingPush[]> {
    const isWorthRepeating = isRetryable(error);
    const again: WaitingPush[] = [];
    for (const push of batch) {
      // Whatever the time: it is over with the first attempt that does without prepared statements.
      const isOver =
        Date.now() + pauseAfter(push.attempts + 1) > this.deadlineOf(push) &&
        !isPreparedStatementError(error);
      if (batch.length === 1 ? !isWorthRepeating || isOver : isWorthRepeating && isOver) {
        push.settle.reject(push.work ? this.writer.explain(error, push.work.push) : error);
        continue;
      }
      push.attempts++;
      if (isLockTimeout(error)) push.block();
      // It may have been committed after all, or be the reason why the others have failed.
      if (!isOutage(error)) push.isAlone = true;
      again.push(push);
    }
    const [first] = again;
    if (first && isWorthRepeating && !isLockTimeout(error)) {
      this.transactions.recordRetry(error as Error, first.id);
      await delay(pauseAfter(first.attempts));
    }
    return again;
  }

  private deadlineOf({ id }: WaitingPush): number {
    return receivedAt(id).getTime() + this.config.DB_RETRY_BUDGET_SECONDS * 1_000;
  }
}

function weightOf(pushes: Iterable<WaitingPush>): number {
  let weight = 0;
  for (const { work } of pushes) weight += work?.push.capacity?.weight ?? 0;
  return weight;
}
