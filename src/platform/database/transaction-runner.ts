import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { ConnectionQueue, connectionShare } from './connection-queue';
import { OutageDetector } from './outage-detector';
import { PreparedStatementSupport } from './prepared-statement-support';
import type { RetryReason } from './retryable-error';
import { isOutage, isPreparedStatementError, isRetryable, retryReason } from './retryable-error';
import type { Begin } from './transaction-query-runner';
import { TransactionQueryRunner } from './transaction-query-runner';

const MAX_PAUSE_MS = 500;
/** Below the statement timeout. */
const LOCK_TIMEOUT_MS = 8_000;
/** A read is over within 2 s while the database is away. */
const MAX_READ_RETRY_MS = 1_000;
/** Before all that wait. */
const FIRST = new Date(0);

/** Work inside a transaction; `attempt` is 1 for the first run, and more when an earlier one failed. */
export type Work<T> = (manager: EntityManager, attempt: number) => Promise<T>;

interface Terms {
  /** When the call was received. */
  since: Date;
  /** As `Date.now()`: no attempt begins later. */
  deadline: number;
  /** Of the call, for the log. */
  requestId?: string;
  /** `BEGIN` where it is left out. */
  beginning?: Begin;
  /** Ends the wait for a connection. */
  signal?: AbortSignal;
  /** Is called when the database has answered BEGIN. */
  onAnswer?: () => void;
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
    private readonly outages: OutageDetector,
    private readonly preparedStatements: PreparedStatementSupport,
  ) {
    this.readConnections = new ConnectionQueue(connectionShare(config.DATABASE_POOL_SIZE));
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

  /** Runs `work` once, for callers that repeat it in their own time, or do without. @throws the error of the attempt */
  async runOnce<T>(work: Work<T>, since: Date = new Date()): Promise<T> {
    return this.repeat(work, { since, deadline: 0 });
  }

  /**
   * Runs `work` once and in one snapshot, for reads that people wait for: in at most a quarter of the
   * connections, so that pushes find one free however many read. What was read is given at once: the transaction ends
   * behind it. @throws the error of the attempt, within 2 s while the database is away
   */
  async read<T>(work: Work<T>, since: Date = new Date()): Promise<T> {
    const beginning = 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY';
    return this.outages.failWhileSilent((wait) =>
      beforeCommit(work, (answer) =>
        this.readConnections.run(
          since,
          () => this.repeat(answer, { beginning, since, deadline: 0, ...wait }),
          wait.signal,
        ),
      ),
    );
  }

  /** Runs `work` as `read` does, on any connection, and again for a second after a lost connection. */
  async readWithRetries<T>(work: Work<T>, since: Date = new Date()): Promise<T> {
    const deadline = since.getTime() + MAX_READ_RETRY_MS;
    return this.outages.failWhileSilent(
      (wait) => beforeCommit(work, (answer) => this.repeat(answer, { since, deadline, ...wait })),
      Date.now() - since.getTime(),
    );
  }

  /** Asks the database for an answer, over the next connection that is free. @throws Error where there is none */
  async ping(): Promise<void> {
    await this.connections.run(FIRST, () => this.dataSource.query('SELECT 1'));
  }

  /**
   * Runs work once that is chosen as soon as there is a connection for it, for callers that repeat it themselves.
   * @param choose gives the work, and for how long it may wait for each lock; undefined where there is none any more
   * @throws the error of the attempt
   */
  async attemptOnce(
    choose: () => { work: Work<void>; lockTimeoutMs: number } | undefined,
    since: Date = new Date(),
  ): Promise<void> {
    try {
      await this.connections.run(since, async () => {
        const chosen = choose();
        if (chosen) await this.attempt(chosen.work, 1, 'BEGIN', chosen.lockTimeoutMs);
      });
    } catch (error) {
      if (isOutage(error)) this.outages.recordFailure();
      throw error;
    }
  }

  /** Counts an attempt that is repeated, and reports it in the log. */
  recordRetry(error: Error, requestId: string | undefined): void {
    const reason = retryReason(error);
    this.retries.set(reason, (this.retries.get(reason) ?? 0) + 1);
    this.logger.warn({ msg: `The transaction is run again after: ${error.message}`, requestId });
  }

  private async repeat<T>(work: Work<T>, terms: Terms): Promise<T> {
    const { beginning = 'BEGIN', since, deadline, requestId, signal, onAnswer } = terms;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.connections.run(
          since,
          () => this.attempt(work, attempt, beginning, LOCK_TIMEOUT_MS, onAnswer),
          signal,
        );
      } catch (error) {
        if (isOutage(error)) this.outages.recordFailure();
        // Whatever the time: it is over with the first attempt that does without prepared statements.
        const isOver = Date.now() + pauseAfter(attempt) > deadline && !isPreparedStatementError(error);
        if (!isRetryable(error) || isOver) throw error;
        this.recordRetry(error as Error, requestId);
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
    onAnswer?: () => void,
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
      const begun = runner.begin().then(() => {
        this.outages.recordAnswer();
        onAnswer?.();
      });
      const [result] = await Promise.all([work(runner.manager, attempt), begun]);
      if (runner.isTransactionActive) await runner.commitTransaction();
      this.outages.recordAnswer();
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

/** The pause before an attempt is repeated, in milliseconds. */
export function pauseAfter(attempt: number): number {
  return Math.min(25 * 2 ** attempt, MAX_PAUSE_MS);
}
