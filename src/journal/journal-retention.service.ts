import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { keyAt } from './request-id';
import { JournalAdministrationRepository } from './journal-administration.repository';

const INTERVAL_MS = 3_600_000;
const BATCH = 1_000;
const DAY_MS = 86_400_000;

/** Owns the end of journal entries: once an hour, one instance deletes those that are older than the retention. */
@Injectable()
export class JournalRetentionService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(JournalRetentionService.name);
  private timer?: NodeJS.Timeout;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly updates: JournalAdministrationRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.deleteExpired(), INTERVAL_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /**
   * Deletes in small batches, each a transaction of its own that holds the lock of this job: so no push waits
   * for a large one, and another instance does not do the same work. @returns how many entries were deleted
   */
  async deleteExpired(now = new Date()): Promise<number> {
    const before = keyAt(new Date(now.getTime() - this.config.JOURNAL_RETENTION_DAYS * DAY_MS));
    let total = 0;
    try {
      for (let deleted = BATCH; deleted === BATCH; total += deleted) {
        deleted = await this.dataSource.transaction((manager) =>
          this.updates.deleteBatch(manager, before, BATCH),
        );
      }
    } catch (error) {
      this.logger.warn(`Old journal entries are deleted in an hour: ${String(error)}`);
    }
    if (total > 0) this.logger.log(`${total} journal entries older than the retention were deleted`);
    return total;
  }
}
