import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import { connectionShare } from '../platform/database/connection-queue';
import {
  isLockTimeout,
  isLostWorker,
  isOutage,
  isPreparedStatementError,
  isRetryable,
  isTooManyConnections,
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
import { PushDryRun } from './dry-run/push-dry-run';
import { SandboxBehaviour } from './sandbox/sandbox-behaviour';
import type { Settle } from './waiting-push';
import { WaitingPush } from './waiting-push';

/** The pause after an attempt at a room whose Citus worker is away, in milliseconds, if no other push waits. */
const PAUSE_FOR_WORKER_MS = 50;
/** With this many waiting pushes, the pause is half as long, so that all of them get an attempt within their time. */
const WAITING_PER_HALF_PAUSE = 10;
/** How long a transaction waits for a lock, in milliseconds. The more pushes wait, the shorter it is. */
const MAX_LOCK_TIMEOUT_MS = 500;
const MIN_LOCK_TIMEOUT_MS = 25;

/**
 * Carries out each push exactly once, and the pushes for one room in the order of their arrival. Workers take waiting
 * pushes in batches and use one transaction for each batch. If a batch fails, the engine repeats each push on its own.
 */
@Injectable()
export class PushEngine {
  /** The number of pushes that shared a transaction with others. */
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
    private readonly dryRuns: PushDryRun,
    private readonly sandboxes: SandboxBehaviour,
  ) {
    this.maxWorkers = Math.max(2, Math.floor(config.DATABASE_POOL_SIZE / 2));
    this.maxLockWaits = connectionShare(this.maxWorkers);
  }

  /** How many pushes wait for their turn. */
  get waiting(): number {
    return this.queue.length;
  }

  /**
   * Carries out a push, or its dry run.
   * @throws the reason if the push is refused, or the last error after `DB_RETRY_BUDGET_SECONDS`
   */
  run(work: PushWork): Promise<CallResult> {
    if (work.push.dryRun) return this.dryRuns.run(work);
    const { sandboxId = null } = work.push.token ?? {};
    if (sandboxId) return this.sandboxes.prepare(work, sandboxId).then(() => this.queueUp(work));
    return this.queueUp(work);
  }

  private queueUp(work: PushWork): Promise<CallResult> {
    const remembered = this.lateArrivals.remembered(work);
    return this.add((settle) => WaitingPush.ofPush(work, remembered, settle));
  }

  /** Runs another task in its turn among the pushes of its rooms, with the same retries. */
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

  /** Starts workers one after the other: each takes a full batch when it has a connection. */
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
    let lockWaits = 0;
    this.workers++;
    this.isTaking = true;
    try {
      let result: BatchResult | undefined;
      let startedAt = 0;
      await this.transactions.attemptOnce(() => {
        batch = this.takeBatch();
        lockWaits = batch.some(({ isBlocked }) => isBlocked) ? 1 : 0;
        this.lockWaits += lockWaits;
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
      this.lockWaits -= lockWaits;
      this.queue.finish(batch, again);
      this.start();
    }
  }

  private takeBatch(): WaitingPush[] {
    this.isTaking = false;
    const batch = this.queue.takeBatch(this.mayWait);
    // Another worker may take the remaining pushes.
    this.startSoon();
    return batch;
  }

  private get lockTimeoutMs(): number {
    return Math.max(MIN_LOCK_TIMEOUT_MS, MAX_LOCK_TIMEOUT_MS / (1 + this.queue.length));
  }

  /** @returns the pushes that have to run again */
  private settle({ done, refused, again }: BatchResult, milliseconds: number): WaitingPush[] {
    this.load.recordBatch(milliseconds, weightOf(done.keys()));
    if (done.size > 1) this.sharedPushes += done.size;
    for (const [push, result] of done) push.settle.resolve(result);
    for (const [push, error] of refused) push.settle.reject(error);
    return again;
  }

  /** @returns the pushes that have to run again; the others are rejected */
  private async handleFailure(batch: WaitingPush[], error: unknown): Promise<WaitingPush[]> {
    const isWorthRepeating = isRetryable(error);
    const wasBlocked = batch.some(({ isBlocked }) => isBlocked);
    const again: WaitingPush[] = [];
    for (const push of batch) {
      // A lost prepared statement never ends a push: the next attempt does not use prepared statements.
      const isOver =
        Date.now() + pauseAfter(push.attempts + 1) > this.deadlineOf(push) &&
        !isPreparedStatementError(error);
      if (batch.length === 1 ? !isWorthRepeating || isOver : isWorthRepeating && isOver) {
        push.settle.reject(push.work ? this.writer.explain(error, push.work.push) : error);
        continue;
      }
      push.attempts++;
      if (isLockTimeout(error) || (isLostWorker(error) && batch.length === 1)) push.block();
      // This push may have been committed, or may have made the others fail.
      if (!isOutage(error) && !isTooManyConnections(error)) push.isAlone = true;
      again.push(push);
    }
    const [first] = again;
    if (first && isWorthRepeating && !isLockTimeout(error)) {
      this.transactions.recordRetry(error as Error, first.id);
      await delay(isLostWorker(error) ? this.pauseForWorker(wasBlocked) : pauseAfter(first.attempts));
    }
    return again;
  }

  /**
   * The pause after a push failed because the Citus worker of its room is away, in milliseconds. The others of its batch
   * must not wait. Later, all pushes to rooms of this Citus worker are tried one after the other, each with the pause.
   */
  private pauseForWorker(wasBlocked: boolean): number {
    return wasBlocked ? PAUSE_FOR_WORKER_MS / (1 + this.queue.length / WAITING_PER_HALF_PAUSE) : 0;
  }

  private deadlineOf({ id }: WaitingPush): number {
    return receivedAt(id).getTime() + this.config.DB_RETRY_BUDGET_SECONDS * 1_000;
  }
}

function weightOf(pushes: Iterable<WaitingPush>): number {
  let weight = 0;
  for (const { capacity } of pushes) weight += capacity?.weight ?? 0;
  return weight;
}
