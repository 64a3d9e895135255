import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { ConnectionLimit } from './connection-limit';
import { Distribution } from './distribution';
import { OutageDetector } from './outage-detector';
import { PreparedStatementSupport } from './prepared-statement-support';
import {
  hadSessionEnded,
  isAboutLostWorker,
  isOutage,
  isReadOnly,
  isTooManyConnections,
  LostSessionError,
  LostWorkerError,
} from './retryable-error';
import type { Purpose } from './transaction-query-runner';
import { TransactionQueryRunner } from './transaction-query-runner';

interface TransactionTerms {
  purpose: Purpose;
  /** The maximum wait for each lock, in milliseconds. */
  lockTimeoutMs: number;
  /** Called when the database has answered BEGIN. */
  onAnswer?: () => void;
}

/**
 * A session that had ended fails within this time. An answer that stays away for longer is a silence of the network or of
 * the server, and another attempt could wait as long.
 */
const MAX_END_MS = 1_000;

/** Opens transactions. The caller must have a turn of `ConnectionQueue`, so that no call takes a connection out of turn. */
@Injectable()
export class Transactions {
  /**
   * Only sessions that began after this moment are used, as `performance.now()`. One of the older sessions had ended, and the
   * others may have ended too. Or the database refused a write, and the older sessions may lead to a server that takes no
   * writes any more.
   */
  private usedSince = -Infinity;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    readonly outages: OutageDetector,
    private readonly preparedStatements: PreparedStatementSupport,
    private readonly distribution: Distribution,
    private readonly connectionLimit: ConnectionLimit,
  ) {}

  open(terms: TransactionTerms): Transaction {
    return new Transaction(this, terms);
  }

  /**
   * Connects over a session that began after `usedSince`.
   * @throws the error of the database if it only refuses a further connection, and the service has others
   * @throws LostSessionError for any other reason: the service has connected before, so the database is away
   */
  async connect({ purpose, lockTimeoutMs }: TransactionTerms): Promise<TransactionQueryRunner> {
    for (;;) {
      const runner = new TransactionQueryRunner(
        this.dataSource,
        this.preparedStatements,
        this.distribution,
        purpose,
        lockTimeoutMs,
      );
      try {
        await runner.connect();
      } catch (error) {
        await runner.release();
        const isTooMany = isTooManyConnections(error) && this.connectionLimit.lower();
        throw isTooMany ? error : new LostSessionError(error as Error);
      }
      if (!runner.isOlderThan(this.usedSince)) return runner;
      await runner.end(new Error('The session began before a failover, or before another one ended'));
    }
  }

  recordFailure(error: unknown, { purpose }: TransactionTerms): void {
    if (isOutage(error)) this.outages.recordFailure();
    // A read forbids writes itself.
    const isFailover = purpose !== 'read' && isReadOnly(error);
    if (isFailover || hadSessionEnded(error)) this.usedSince = performance.now();
  }
}

/** One transaction on a connection of its own. Its holder begins it, and ends it with `commit` or `fail`. */
export class Transaction {
  private runner: TransactionQueryRunner | undefined;
  private begun: Promise<void> = Promise.resolve();
  private beginSentAt = -Infinity;
  private hasBegun = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly terms: TransactionTerms,
  ) {}

  /**
   * Connects and sends BEGIN. The answer is not awaited: the next statements are sent together with BEGIN.
   * @throws as `Transactions.connect` does
   */
  async begin(): Promise<EntityManager> {
    this.runner = await this.transactions.connect(this.terms);
    this.beginSentAt = performance.now();
    this.begun = this.runner.begin().then(() => {
      this.hasBegun = true;
      this.transactions.outages.recordAnswer();
      this.terms.onAnswer?.();
    });
    // `commit` reports this failure. If a statement fails first, its error counts.
    this.begun.catch(() => undefined);
    return this.runner.manager;
  }

  /** Commits, unless the work has done so. */
  async commit(): Promise<void> {
    await this.begun;
    if (this.runner?.isTransactionActive) await this.runner.commitTransaction();
    this.transactions.outages.recordAnswer();
    await this.runner?.release();
  }

  /** Rolls back. @returns the error to report: it says whether the session or a Citus worker is lost */
  async fail(error: unknown): Promise<unknown> {
    const failure = this.runner ? await this.rollBack(this.runner, error) : error;
    this.transactions.recordFailure(failure, this.terms);
    await (this.runner && isOutage(failure) ? this.runner.end(failure) : this.runner?.release());
    return failure;
  }

  private async rollBack(runner: TransactionQueryRunner, error: unknown): Promise<unknown> {
    // The original error matters more than a rollback that fails on a lost connection.
    const isLost = await runner.rollbackAll().then(
      () => false,
      () => true,
    );
    return isOfSession(error) ? this.classified(error, isLost) : error;
  }

  /** Returns a database error as LostSessionError if the session has ended, or as LostWorkerError if a Citus worker is lost. */
  private classified(error: Error, hasEnded: boolean): Error {
    const endedAtOnce = performance.now() - this.beginSentAt < MAX_END_MS;
    if (hasEnded) return new LostSessionError(error, !this.hasBegun && endedAtOnce);
    return isAboutLostWorker(error) ? new LostWorkerError(error) : error;
  }
}

/** Whether an error came from the session, and not from the work. */
function isOfSession(error: unknown): error is Error {
  return error instanceof QueryFailedError || error instanceof QueryRunnerAlreadyReleasedError;
}
