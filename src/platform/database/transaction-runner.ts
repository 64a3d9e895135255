import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { ConnectionQueue } from './connection-queue';
import { LockWaits, quarterOf } from './lock-waits';
import { OutageDetector } from './outage-detector';
import { PreparedStatementSupport } from './prepared-statement-support';
import type { RetryReason } from './retryable-error';
import {
  isLockTimeout,
  isOutage,
  isPreparedStatementError,
  isRetryable,
  retryReason,
} from './retryable-error';
import type { Begin } from './transaction-query-runner';
import { TransactionQueryRunner } from './transaction-query-runner';

const MAX_PAUSE_MS = 500;
/** Of what takes no turns in waiting for locks: below the statement timeout. */
const LOCK_TIMEOUT_MS = 8_000;
/** Before all that wait. */
const FIRST = new Date(0);

/** Work inside a transaction; `attempt` is 1 for the first run, and more when an earlier one failed. */
export type Work<T> = (manager: EntityManager, attempt: number) => Promise<T>;

/** Of a transaction that leaves its connection to others while another one holds a lock: see LockWaits. */
interface TurnTerms {
  /** When the call was received. */
  since: Date;
  /** Of the call, for the log. */
  requestId?: string;
  /** Is called when the work has waited for a lock in vain, and will try again. */
  onLockTimeout: () => void;
  /** Ends the wait for a connection. */
  signal?: AbortSignal;
}

interface Terms extends Partial<TurnTerms> {
  /** `BEGIN` where it is left out. */
  beginning?: Begin;
  since: Date;
  /** As `Date.now()`: no attempt begins later. */
  deadline: number;
}

/**
 * Runs transactions: READ COMMITTED, limited in time, committed when the work is done and rolled back when it fails.
 * Whatever the service asks of its database goes through here, so that nobody takes a connection out of turn: of calls
 * that wait for one, the next is the one whose `since` is the earliest. Work must not run a transaction inside its own
 * by another call: both would hold a connection. `manager.transaction()` makes a savepoint.
 */
@Injectable()
export class TransactionRunner {
  /** How many attempts were repeated, by reason. */
  readonly retries = new Map<RetryReason, number>();
  private readonly logger = new Logger(TransactionRunner.name);
  private readonly readConnections: ConnectionQueue;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly connections: ConnectionQueue,
    private readonly lockWaits: LockWaits,
    private readonly outages: OutageDetector,
    private readonly preparedStatements: PreparedStatementSupport,
  ) {
    this.readConnections = new ConnectionQueue(quarterOf(config.DATABASE_POOL_SIZE));
  }

  /**
   * Runs `work` again and again until it commits, fails for a reason of its own, or the time budget since `since`
   * (DB_RETRY_BUDGET_SECONDS) is used up: after a deadlock, a serialization failure, a lost connection or a failover.
   *
   * A connection lost during COMMIT may have committed, so `work` must bear being run twice.
   * @param requestId of the call, for the log
   * @throws the error of the last attempt
   */
  async run<T>(work: Work<T>, since: Date = new Date(), requestId?: string): Promise<T> {
    return this.repeat(work, { since, deadline: this.deadlineOf(since), requestId });
  }

  /**
   * Runs `work` as `run` does, for pushes: while another transaction holds what they have to lock, they leave the
   * connections to those that can go on.
   */
  async runInTurn<T>(work: Work<T>, terms: TurnTerms): Promise<T> {
    return this.repeat(work, { ...terms, deadline: this.deadlineOf(terms.since) });
  }

  /** Runs `work` once, for callers that repeat it in their own time, or do without. @throws the error of the attempt */
  async runOnce<T>(work: Work<T>, since: Date = new Date()): Promise<T> {
    return this.repeat(work, { since, deadline: 0 });
  }

  /**
   * Runs `work` once and in one snapshot, for reads that people wait for: in at most a quarter of the
   * connections, so that pushes find one free however many read. What was read is given at once: the transaction ends
   * behind it. @throws the error of the attempt
   */
  async read<T>(work: Work<T>, since: Date = new Date()): Promise<T> {
    const terms: Terms = {
      beginning: 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY',
      since,
      deadline: 0,
    };
    return beforeCommit(work, (answer) => this.readConnections.run(since, () => this.repeat(answer, terms)));
  }

  /** Runs `work` as `run` does, which only reads: what was read is given at once, as by `read`. */
  async readWithRetries<T>(work: Work<T>, since: Date = new Date()): Promise<T> {
    return beforeCommit(work, (answer) => this.run(answer, since));
  }

  /** Asks the database for an answer, over the next connection that is free. @throws Error where there is none */
  async ping(): Promise<void> {
    await this.connections.run(FIRST, () => this.dataSource.query('SELECT 1'));
  }

  /** Gives up what the transaction has done and locked so far, and begins it anew. */
  async restart({ queryRunner }: EntityManager): Promise<void> {
    if (!(queryRunner instanceof TransactionQueryRunner))
      throw new Error('No transaction of TransactionRunner');
    await queryRunner.rollbackAll();
    await queryRunner.begin();
  }

  /** For one of several pieces of work that share a transaction: what it notes in its manager is its own. */
  share({ queryRunner }: EntityManager): EntityManager {
    if (!(queryRunner instanceof TransactionQueryRunner))
      throw new Error('No transaction of TransactionRunner');
    return queryRunner.share().manager;
  }

  private async repeat<T>(work: Work<T>, terms: Terms): Promise<T> {
    const { beginning = 'BEGIN', since, deadline, requestId, onLockTimeout, signal } = terms;
    let lockTimeout: Error | undefined;
    for (let attempt = 1; ; attempt++) {
      const run = (lockTimeoutMs: number) => {
        // Its turn may come late.
        if (lockTimeout && Date.now() > deadline) throw lockTimeout;
        return this.connections.run(
          since,
          () => this.attempt(work, attempt, beginning, lockTimeoutMs),
          signal,
        );
      };
      try {
        return await (onLockTimeout ? this.lockWaits.run(Boolean(lockTimeout), run) : run(LOCK_TIMEOUT_MS));
      } catch (error) {
        if (isOutage(error)) this.outages.recordFailure();
        if (isLockTimeout(error) && onLockTimeout && Date.now() < deadline) {
          lockTimeout = error;
          onLockTimeout();
          continue;
        }
        // Whatever the time: it is over with the first attempt that does without prepared statements.
        const isOver = Date.now() + pauseAfter(attempt) > deadline && !isPreparedStatementError(error);
        if (!isRetryable(error) || isOver) throw error;
        const reason = retryReason(error);
        this.retries.set(reason, (this.retries.get(reason) ?? 0) + 1);
        this.logger.warn({
          msg: `The transaction is run again after: ${(error as Error).message}`,
          requestId,
        });
        await delay(pauseAfter(attempt));
      }
    }
  }

  private deadlineOf(since: Date): number {
    return since.getTime() + this.config.DB_RETRY_BUDGET_SECONDS * 1000;
  }

  private async attempt<T>(
    work: Work<T>,
    attempt: number,
    beginning: Begin,
    lockTimeoutMs: number,
  ): Promise<T> {
    const runner = new TransactionQueryRunner(
      this.dataSource,
      this.preparedStatements,
      beginning,
      lockTimeoutMs,
    );
    try {
      await runner.connect();
      // Not awaited first: what `work` sends travels with it.
      const begun = runner.begin();
      const [result] = await Promise.all([work(runner.manager, attempt), begun]);
      await runner.commitTransaction();
      return result;
    } catch (error) {
      // The reason for the rollback matters more than a rollback that fails on a lost connection.
      await runner.rollbackAll().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }
}

/** Gives what `work` gives as soon as it does; what runs it goes on with its COMMIT. */
function beforeCommit<T>(work: Work<T>, run: (work: Work<void>) => Promise<void>): Promise<T> {
  return new Promise((resolve, reject) => {
    run(async (manager, attempt) => resolve(await work(manager, attempt))).catch(reject);
  });
}

function pauseAfter(attempt: number): number {
  return Math.min(25 * 2 ** attempt, MAX_PAUSE_MS);
}
