import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { MailWorker } from '../../notification/mail.worker';
import { NotificationRepository } from '../../notification/notification.repository';
import type { NotificationTiming } from '../../notification/notification.timing';
import { NOTIFICATION_TIMING } from '../../notification/notification.timing';
import { RepeatedJob } from '../../platform/jobs/repeated-job';
import { NoticeRepository } from './notice.repository';

/** The number of notices per transaction. */
const BATCH = 1_000;

/**
 * Relays notices from the journal, which is their outbox, to the queue of mails.
 * One transaction moves them, so each notice is mailed exactly once. Instances share the work by row locks.
 */
@Injectable()
export class NoticeRelayService extends RepeatedJob {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly notices: NoticeRepository,
    private readonly notifications: NotificationRepository,
    private readonly mails: MailWorker,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(NOTIFICATION_TIMING) { pollMs }: NotificationTiming,
  ) {
    super(pollMs);
  }

  protected async runPart(): Promise<boolean> {
    const areAny = await this.transactions.runOnce(async (manager) => {
      const notices = await this.notices.takeNotices(manager, BATCH);
      if (notices.length === 0) return false;
      await this.notifications.add(manager, notices, {
        windowMinutes: this.config.MAIL_DIGEST_MINUTES,
        maximumPerHour: this.config.MAIL_MAXIMUM_PER_HOUR,
      });
      return true;
    });
    if (areAny) void this.mails.wake();
    return areAny;
  }
}
