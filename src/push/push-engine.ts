import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import { ConnectionQueue, connectionShare } from '../platform/database/connection-queue';
import {
  isLockTimeout,
  isLostWorker,
  isOutage,
  isPreparedStatementError,
  isRetryable,
  isTooManyConnections,
} from '../platform/database/retryable-error';
import { pauseAfter, TransactionRunner } from '../platform/database/transaction-runner';
import { Transactions } from '../platform/database/transactions';
import { AdmissionControl } from './admission/admission-control';
import type { CallResult } from './journal/journaled-call';
import { JournalWriter } from './journal/journal.writer';
import { receivedAt } from './journal/request-id';
import { LateArrivalsService } from './late-arrivals/late-arrivals.service';
import type { PushWork, RecalledPush } from './push';
import { PushBatch } from './push-batch';
import { PushQueue } from './push-queue';
import { PushDryRun } from './dry-run/push-dry-run';
import { SandboxBehaviour } from './sandbox/sandbox-behaviour';
import type { Again } from './waiting-push';
import { BatchResult, WaitingPush } from './waiting-push';

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
    private readonly connections: ConnectionQueue,
    private readonly transactions: Transactions,
    private readonly transactionRunner: TransactionRunner,
    private readonly pushes: PushBatch,
    private readonly lateArrivals: LateArrivalsService,
    private readonly writer: JournalWriter,
    private readonly admission: AdmissionControl,
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
   * Carries out a push in its turn, or its dry run.
   * @throws the reason if the push is refused, or the last error after `DB_RETRY_BUDGET_SECONDS`
   */
  run(work: PushWork): Promise<CallResult> {
    const { capacity, dryRun, token } = work.push;
    const records = recordsOf(work);
    capacity?.weigh(records);
    if (dryRun) return this.dryRuns.run(work);
    const sandboxId = token?.sandboxId;
    if (!sandboxId) return this.enqueue(this.waitingFor(work, records));
    return this.sandboxes.prepare(work, sandboxId).then(() => this.enqueue(this.waitingFor(work, records)));
  }

  /** @returns the result of a push that is carried out in its turn */
  enqueue<Work, Result>(push: WaitingPush<Work, Result>): Promise<Result> {
    this.queue.add(push as WaitingPush);
    this.startSoon();
    return push.result;
  }

  private waitingFor(work: PushWork, records: number): WaitingPush<RecalledPush, CallResult> {
    const { push } = work;
    const recalled = this.lateArrivals.recall(work);
    return new WaitingPush(this.pushes, recalled, push, [push.roomId], records);
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
      void this.serve();
  }

  /** Whether one more worker may wait for a lock. */
  private get mayWait(): boolean {
    return this.lockWaits < this.maxLockWaits;
  }

  /** Carries out the next pushes in one transaction, as soon as a connection is free. */
  private async serve(): Promise<void> {
    this.workers++;
    this.isTaking = true;
    await this.connections.acquire();
    const pushes = this.takeBatch();
    const isLockWait = pushes.some(({ isBlocked }) => isBlocked);
    if (isLockWait) this.lockWaits++;
    const transaction = this.transactions.open({ purpose: 'push', lockTimeoutMs: this.lockTimeoutMs });
    const startedAt = performance.now();
    let result: BatchResult | undefined;
    let failure: unknown;
    try {
      result = await pushes[0]?.batch.carryOut(await transaction.begin(), pushes);
      if (result) await transaction.commit();
      if (result) this.recordBatch(result, performance.now() - startedAt);
    } catch (error) {
      failure = await transaction.fail(error);
      result = this.resultOfFailure(pushes, failure);
    } finally {
      this.connections.release();
    }
    if (result) settle(result);
    if (result && failure) await this.pauseAfterFailure(failure, result, isLockWait);
    this.workers--;
    if (isLockWait) this.lockWaits--;
    this.queue.finish(pushes, result?.again);
    this.start();
  }

  private takeBatch(): WaitingPush[] {
    this.isTaking = false;
    const pushes = this.queue.takeBatch(this.mayWait);
    // Another worker may take the remaining pushes.
    this.startSoon();
    return pushes;
  }

  private get lockTimeoutMs(): number {
    return Math.max(MIN_LOCK_TIMEOUT_MS, MAX_LOCK_TIMEOUT_MS / (1 + this.queue.length));
  }

  private recordBatch({ done }: BatchResult, milliseconds: number): void {
    let weight = 0;
    for (const push of done.keys()) weight += push.weight;
    this.admission.recordBatch(milliseconds, weight);
    if (done.size > 1) this.sharedPushes += done.size;
  }

  /** Decides which pushes of a failed transaction run again, each on its own if it may have made the others fail. */
  private resultOfFailure(pushes: readonly WaitingPush[], error: unknown): BatchResult {
    const result = new BatchResult();
    const isSingle = pushes.length === 1;
    const isWorthRepeating = isRetryable(error);
    for (const push of pushes) {
      // A lost prepared statement never ends a push: the next attempt does not use prepared statements.
      const isOver =
        Date.now() + pauseAfter(push.attempts + 1) > this.deadlineOf(push) &&
        !isPreparedStatementError(error);
      if (isSingle ? !isWorthRepeating || isOver : isWorthRepeating && isOver) {
        result.refused.set(push, this.writer.explain(error, push.call));
        continue;
      }
      push.attempts++;
      result.again.set(push, reasonAfter(error, isSingle));
    }
    return result;
  }

  private async pauseAfterFailure(
    error: unknown,
    { again }: BatchResult,
    wasBlocked: boolean,
  ): Promise<void> {
    const [first] = again.keys();
    if (!first || !isRetryable(error) || isLockTimeout(error)) return;
    this.transactionRunner.recordRetry(error as Error, first.call.id);
    await delay(isLostWorker(error) ? this.pauseForWorker(wasBlocked) : pauseAfter(first.attempts));
  }

  /**
   * The pause, in milliseconds, after a push has failed because the Citus worker of its room is away. At first, it is 0,
   * because the other pushes of its batch must not wait. Later, all pushes to rooms of this Citus worker are tried one after
   * the other, each with the pause.
   */
  private pauseForWorker(wasBlocked: boolean): number {
    return wasBlocked ? PAUSE_FOR_WORKER_MS / (1 + this.queue.length / WAITING_PER_HALF_PAUSE) : 0;
  }

  private deadlineOf({ call }: WaitingPush): number {
    return receivedAt(call.id).getTime() + this.config.DB_RETRY_BUDGET_SECONDS * 1_000;
  }
}

/** Returns the number of records of a push; of dates if it has none. */
function recordsOf({ payload, dates }: PushWork): number {
  return payload.dates?.length ?? dates.length;
}

/** Returns why a push of a failed transaction runs again. It may have been committed, or may have made the others fail. */
function reasonAfter(error: unknown, isSingle: boolean): Again {
  if (isLockTimeout(error) || (isLostWorker(error) && isSingle)) return 'blocked';
  return isOutage(error) || isTooManyConnections(error) ? 'later' : 'alone';
}

function settle({ done, refused, again }: BatchResult): void {
  for (const [push, result] of done) push.resolve(result);
  for (const [push, error] of refused) push.reject(error);
  for (const [push, why] of again) push.runAgain(why);
}
