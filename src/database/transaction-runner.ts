import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { ConnectionQueue } from './connection-queue';
import { OutageDetector } from './outage-detector';
import { isOutage, isRetryable } from './retryable-error';

/**
 * One round trip begins a transaction and limits it, so that neither a half-open connection nor a stuck
 * statement keeps a room locked. `SET LOCAL` ends with the transaction: poolers may lend the session on.
 * Every limit is below the silence after which the connection is given up (see impatientSocket), so that
 * the server has ended what nobody waits for any more.
 */
const BEGIN = `
  BEGIN;
  SET LOCAL lock_timeout = '8s';
  SET LOCAL statement_timeout = '12s';
  SET LOCAL idle_in_transaction_session_timeout = '10s'`;

const MAX_PAUSE_MS = 500;

/** Work inside a transaction; `attempt` is 1 for the first run, and more when an earlier one failed. */
export type Work<T> = (manager: EntityManager, attempt: number) => Promise<T>;

/**
 * Owns how a transaction is run: begun, limited, committed or rolled back, and run again when the
 * database could not finish it (deadlock, serialisation failure, lost connection, failover).
 */
@Injectable()
export class TransactionRunner {
  private readonly logger = new Logger(TransactionRunner.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly connections: ConnectionQueue,
    private readonly outages: OutageDetector,
  ) {}

  /**
   * Runs `work` in one READ COMMITTED transaction, again and again until it commits, fails for a reason
   * of its own, or the time budget since `since` (DB_RETRY_BUDGET_SECONDS) is used up.
   *
   * A connection lost during COMMIT may have committed, so `work` must bear being run twice.
   * @throws the error of the last run
   */
  async run<T>(work: Work<T>, since: Date = new Date()): Promise<T> {
    const deadline = since.getTime() + this.config.DB_RETRY_BUDGET_SECONDS * 1000;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.connections.run(since, () => this.runOnce(work, attempt));
      } catch (error) {
        const pause = Math.min(25 * 2 ** attempt, MAX_PAUSE_MS);
        if (isOutage(error)) this.outages.recordFailure();
        if (!isRetryable(error) || Date.now() + pause > deadline) throw error;
        this.logger.warn(`The transaction is run again after: ${(error as Error).message}`);
        await delay(pause);
      }
    }
  }

  /** Gives up what the transaction has done and locked so far, and begins it anew. */
  async restart(manager: EntityManager): Promise<void> {
    await manager.query('ROLLBACK');
    await manager.query(BEGIN);
  }

  private async runOnce<T>(work: Work<T>, attempt: number): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.connect();
      // Not awaited: what `work` sends first travels with it. BEGIN fails only with its connection, and then both do.
      const begun = runner.query(BEGIN);
      const [result] = await Promise.all([work(runner.manager, attempt), begun]);
      await runner.query('COMMIT');
      return result;
    } catch (error) {
      await rollBack(runner);
      throw error;
    } finally {
      await runner.release();
    }
  }
}

/** The reason for the rollback matters more than a rollback that fails on a lost connection. */
async function rollBack(runner: QueryRunner): Promise<void> {
  await runner.query('ROLLBACK').catch(() => undefined);
}
