import { Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { NotificationRepository } from './notification.repository';

/** Longer than a run may take, its retries included: no run begins during another one. */
const INTERVAL_MS = 600_000;
const DAY_MS = 86_400_000;

/**
 * Deletes mails that are done with as soon as the journal no longer knows what they are about. Each instance does so:
 * to do it twice changes nothing.
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
      this.logger.warn(`Old mails are deleted in ten minutes: ${String(error)}`);
    }
  }
}
