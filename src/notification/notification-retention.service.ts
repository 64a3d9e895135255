import { Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { NotificationRepository } from './notification.repository';

/** Longer than a run with all its retries, so that runs never overlap. */
const INTERVAL_MS = 600_000;
const DAY_MS = 86_400_000;

/**
 * Deletes finished mails when the journal entries that they refer to are gone. Each instance does so, because a
 * repeated deletion changes nothing.
 */
@Injectable()
export class NotificationRetentionService {
  private readonly logger = new Logger(NotificationRetentionService.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: TransactionRunner,
    private readonly notifications: NotificationRepository,
  ) {}

  @Interval(INTERVAL_MS)
  async deleteExpired(): Promise<void> {
    const before = new Date(Date.now() - this.config.JOURNAL_RETENTION_DAYS * DAY_MS);
    try {
      await this.transactions.runOnce((manager) => this.notifications.deleteDone(manager, before));
    } catch (error) {
      this.logger.warn(`Could not delete old mails. The next attempt is in ten minutes: ${String(error)}`);
    }
  }
}
