import { Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import { tryLock } from '../../platform/database/advisory-lock';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { DatedRecords } from '../dated-records';
import { DATED_RECORDS } from '../dated-records';
import { HistoryRetentionRepository } from './history-retention.repository';

const INTERVAL_MS = 3_600_000;
const BATCH = 1_000;
const DAY_MS = 86_400_000;

/**
 * Deletes the states that were replaced before the retention began, once an hour and on one instance at a
 * time.
 * The newest state before it stays, so the calendar of every later moment is complete. A request for an
 * earlier moment is answered with the beginning of the known past.
 */
@Injectable()
export class HistoryRetentionService {
  private readonly logger = new Logger(HistoryRetentionService.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: TransactionRunner,
    private readonly retention: HistoryRetentionRepository,
    @Inject(DATED_RECORDS) private readonly records: readonly DatedRecords[],
  ) {}

  /** Deletes about a thousand states per transaction. @returns the number of deleted states */
  @Interval(INTERVAL_MS)
  async deleteExpired(): Promise<number> {
    const before = new Date(Date.now() - this.config.JOURNAL_RETENTION_DAYS * DAY_MS);
    let total = 0;
    try {
      for (let boundary = '', next = await this.deleteBatch(before); next && next.boundary !== boundary;) {
        total += next.deleted;
        boundary = next.boundary;
        next = await this.deleteBatch(before);
      }
    } catch (error) {
      this.logger.warn(`Deletion of old states is retried in an hour: ${String(error)}`);
    }
    if (total > 0) this.logger.log(`${total} states older than the retention were deleted`);
    return total;
  }

  /** @returns undefined if another instance runs this job */
  private deleteBatch(before: Date): Promise<{ boundary: string; deleted: number } | undefined> {
    return this.transactions.run(async (manager) => {
      if (!(await tryLock(manager, 'historyRetention'))) return undefined;
      const last = await this.retention.findBoundary(manager);
      const tables = this.records.flatMap(({ past }) => past);
      const moments = [];
      for (const table of tables) moments.push(await table.momentAfter(manager, last, BATCH));
      const boundary = await this.retention.findNextBoundary(manager, last, before, moments);
      let deleted = 0;
      for (const table of tables) deleted += await table.deleteReplaced(manager, last, boundary);
      await this.retention.deleteRooms(manager, boundary);
      await this.retention.deleteRatePlans(manager, boundary);
      await this.retention.deleteClosures(manager, boundary);
      await this.retention.setBoundary(manager, boundary);
      return { boundary, deleted };
    });
  }
}
