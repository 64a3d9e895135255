import { Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { keyAt } from './request-id';
import { JournalRetentionRepository } from './journal-retention.repository';
import { FailedCallRepository } from '../late-arrivals/failed-call.repository';

const INTERVAL_MS = 3_600_000;
const BATCH = 1_000;
const DAY_MS = 86_400_000;

/** Deletes journal entries that are older than the retention, once an hour and on one instance at a time. */
@Injectable()
export class JournalRetentionService {
  private readonly logger = new Logger(JournalRetentionService.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: TransactionRunner,
    private readonly journal: JournalRetentionRepository,
    private readonly repeats: FailedCallRepository,
  ) {}

  /**
   * Deletes in small batches. Each batch is a transaction that holds the lock of this job: no push waits for
   * a large transaction, and no other run does the same work.
   * @returns the number of deleted entries
   */
  @Interval(INTERVAL_MS)
  async deleteExpired(): Promise<number> {
    const before = keyAt(new Date(Date.now() - this.config.JOURNAL_RETENTION_DAYS * DAY_MS));
    let total = 0;
    try {
      for (let deleted = BATCH; deleted === BATCH; total += deleted) {
        deleted = await this.transactions.runOnce((manager) =>
          this.journal.deleteBatch(manager, before, BATCH),
        );
      }
      const hourAgo = new Date(Date.now() - INTERVAL_MS);
      await this.transactions.runOnce((manager) => this.repeats.deleteBefore(manager, hourAgo));
    } catch (error) {
      this.logger.warn(`Deletion of old journal entries is retried in an hour: ${String(error)}`);
    }
    if (total > 0) this.logger.log(`${total} journal entries older than the retention were deleted`);
    return total;
  }
}
