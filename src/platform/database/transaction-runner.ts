import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { ConnectionQueue, connectionShare } from './connection-queue';
import { OutageDetector } from './outage-detector';
import type { RetryReason } from './retryable-error';
import {
  hadSessionEnded,
  isPreparedStatementError,
  isRetryable,
  isTooManyConnections,
  ReadOnlyDatabaseError,
  retryReason,
} from './retryable-error';
import type { Purpose } from './transaction-query-runner';
import { Transactions } from './transactions';

const MAX_PAUSE_MS = 500;
/** Shorter than the statement timeout. */
const LOCK_TIMEOUT_MS = 8_000;
/** A read ends within 2 s while the database is unreachable. */
const MAX_READ_RETRY_MS = 1_000;
/** Long enough for a second attempt over a new session. */
const MAX_PING_RETRY_MS = 200;

/** Work inside a transaction. `attempt` is 1 for the first run and grows with each retry. */
export type Work<T> = (manager: EntityManager, attempt: number) => Promise<T>;

interface Terms {
  /** A timestamp as `Date.now()` returns it. No attempt begins later. */
  deadline: number;
  /** The id of the call, for the log. */
  requestId?: string;
  /** Defaults to a change. */
  purpose?: Purpose;
  /** Whether the transaction gets the next free connection, before all waiting calls. */
  isUrgent?: boolean;
  /** Ends the wait for a connection when it is aborted. */
  signal?: AbortSignal;
  /** Called when the database has answered BEGIN. */
  onAnswer?: () => void;
}

/**
 * Runs transactions at READ COMMITTED with time limits. It commits when the work is done and rolls back when the work
 * fails. Every statement after the start goes through this class or PushEngine, so that no call takes a connection out
 * of turn. Work must not start another transaction, because both would hold a connection. `manager.transaction()` creates
 * a savepoint.
 */
@Injectable()
export class TransactionRunner {
  readonly retries = new Map<RetryReason, number>();
  private readonly logger = new Logger(TransactionRunner.name);
  private readonly readConnections: ConnectionQueue;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly connections: ConnectionQueue,
    private readonly outages: OutageDetector,
    private readonly transactions: Transactions,
  ) {
    this.readConnections = new ConnectionQueue(() => connectionShare(connections.size));
  }

  /**
   * Retries `work` after a deadlock, a serialization failure, a lost connection or a failover. It stops when `work`
   * commits, when `work` fails for another reason, or when the time budget since `since` (DB_RETRY_BUDGET_SECONDS) is
   * used up.
   *
   * A connection lost during COMMIT may have committed, so `work` must tolerate a second run.
   * @param requestId the id of the call, for the log
   * @throws the error of the last attempt
   */
  async run<T>(work: Work<T>, since: Date = new Date(), requestId?: string): Promise<T> {
    return this.repeat(work, { deadline: this.deadlineOf(since), requestId });
  }

  /**
   * Runs `work` once, for callers that retry themselves or do not need a retry. It runs once more
   * if its session had ended before. @throws the error of the last attempt
   */
  async runOnce<T>(work: Work<T>): Promise<T> {
    return this.repeat(work, { deadline: 0 });
  }

  /**
   * Runs `work` like `runOnce`, but in one snapshot, for reads that people wait for. Reads use at most a quarter of the
   * connections, so that pushes find a free one however many people read. The result is returned immediately; the
   * transaction ends afterwards.
   * @throws the error of the last attempt, within 2 s while the database is unreachable
   */
  async read<T>(work: Work<T>): Promise<T> {
    return this.outages.failWhileSilent((wait) =>
      beforeCommit(work, (answer) =>
        this.readConnections.run(() => this.repeat(answer, { purpose: 'read', deadline: 0, ...wait }), wait),
      ),
    );
  }

  /** Runs `work` like `read`, but on any connection, and retries for one second after a lost connection. */
  async readWithRetries<T>(work: Work<T>, since: Date = new Date()): Promise<T> {
    const deadline = since.getTime() + MAX_READ_RETRY_MS;
    return this.outages.failWhileSilent(
      (wait) => beforeCommit(work, (answer) => this.repeat(answer, { deadline, ...wait })),
      Date.now() - since.getTime(),
    );
  }

  /** Asks over the next free connection whether the database takes writes. @throws Error if it does not */
  async ping(): Promise<void> {
    await this.repeat(assertWritable, { isUrgent: true, deadline: Date.now() + MAX_PING_RETRY_MS });
  }

  /** Counts a retry and logs it. */
  recordRetry(error: Error, requestId: string | undefined): void {
    const reason = retryReason(error);
    this.retries.set(reason, (this.retries.get(reason) ?? 0) + 1);
    this.logger.warn({ msg: `The transaction is retried after: ${error.message}`, requestId });
  }

  private async repeat<T>(work: Work<T>, terms: Terms): Promise<T> {
    const { purpose = 'change', deadline, requestId, onAnswer } = terms;
    // A refused connection is no failure of the work. The work may wait for a free connection, even if it may run only once.
    const connectUntil = Math.max(deadline, this.deadlineOf(new Date()));
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.connections.run(() => this.attempt(work, attempt, purpose, onAnswer), terms);
      } catch (error) {
        const repeatUntil = isTooManyConnections(error) ? connectUntil : deadline;
        // These errors cost at most one extra attempt, so the deadline does not apply: the next one avoids prepared
        // statements, or begins a new session.
        const isFree = isPreparedStatementError(error) || (attempt === 1 && hadSessionEnded(error));
        const isOver = Date.now() + pauseAfter(attempt) > repeatUntil && !isFree;
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
    purpose: Purpose,
    onAnswer?: () => void,
  ): Promise<T> {
    const transaction = this.transactions.open({ purpose, lockTimeoutMs: LOCK_TIMEOUT_MS, onAnswer });
    try {
      const result = await work(await transaction.begin(), attempt);
      await transaction.commit();
      return result;
    } catch (error) {
      throw await transaction.fail(error);
    }
  }
}

/** Checks whether the server takes writes: it may have become a standby. */
async function assertWritable(manager: EntityManager): Promise<void> {
  const [{ isWritable }] = await manager.query<[{ isWritable: boolean }]>(
    `SELECT NOT current_setting('transaction_read_only')::boolean AS "isWritable"`,
  );
  if (!isWritable) throw new ReadOnlyDatabaseError();
}

/** Resolves with the result of `work` as soon as it is known. The transaction still commits afterwards. */
function beforeCommit<T>(work: Work<T>, run: (work: Work<void>) => Promise<void>): Promise<T> {
  return new Promise((resolve, reject) => {
    run(async (manager, attempt) => resolve(await work(manager, attempt))).catch(reject);
  });
}

/** The pause before a retry, in milliseconds. */
export function pauseAfter(attempt: number): number {
  return Math.min(25 * 2 ** attempt, MAX_PAUSE_MS);
}
