import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { tryLock } from '../database/advisory-lock';
import { TransactionRunner } from '../database/transaction-runner';
import type { DeletedBatch, ExpiringRecords } from './expiring-records';
import { EXPIRING_RECORDS } from './expiring-records';
import { RepeatedJob } from './repeated-job';

/** Some statements read a whole table. */
const INTERVAL_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Deletes expired records in small batches, so that no push waits for a large transaction. Instances share the work: each
 * kind of records is deleted by one of them at a time.
 */
@Injectable()
export class RetentionJob extends RepeatedJob {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: TransactionRunner,
    @Inject(EXPIRING_RECORDS) private readonly records: readonly ExpiringRecords[],
  ) {
    super(INTERVAL_MS);
  }

  protected async runPart(): Promise<boolean> {
    let failure: unknown;
    for (const records of this.records) {
      // After a failure with one kind of records, the job still deletes the other kinds.
      await this.deleteExpired(records).catch((error: unknown) => (failure = error));
    }
    if (failure instanceof Error) throw failure;
    return false;
  }

  async deleteExpired(records: ExpiringRecords): Promise<void> {
    const { noun, keptMs = this.config.JOURNAL_RETENTION_DAYS * DAY_MS } = records.retention;
    const before = new Date(Date.now() - keptMs);
    let deleted = 0;
    try {
      for (let isLast = false; !isLast && !this.isStopping;) {
        const batch = await this.deleteBatch(records, before);
        deleted += batch.count;
        isLast = batch.isLast;
      }
    } finally {
      if (deleted > 0) this.logger.log(`${deleted} expired ${noun} were deleted`);
    }
  }

  private deleteBatch(records: ExpiringRecords, before: Date): Promise<DeletedBatch> {
    return this.transactions.runOnce(async (manager) => {
      if (!(await tryLock(manager, records.retention.lock))) return { count: 0, isLast: true };
      return records.deleteBefore(manager, before);
    });
  }
}
