import type {
  BeforeApplicationShutdown,
  OnApplicationBootstrap,
  OnApplicationShutdown,
} from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { MailSender } from './mail.sender';
import type { Notification } from './notification.entity';
import { NotificationRepository } from './notification.repository';
import type { NotificationTiming } from './notification.timing';
import { NOTIFICATION_TIMING, pauseAfter } from './notification.timing';
import { oneLine } from './one-line';
import { Poller } from './poller';

/** How long a mail may still take after HTTP has closed; then it is left for the next attempt. */
const LAST_MAIL_MS = 5_000;
const MAX_REASON_LENGTH = 1_000;

/**
 * Sends what is due, one mail after the other. Instances share the work by row locks: nothing is taken by two.
 *
 * The queue is a table of its own and no library's: a mail that collects repeats until it is sent, stays visible
 * afterwards and can be sent again is a record of this service, and would need one beside any job.
 */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(MailWorker.name);
  private readonly givingUp = new AbortController();
  private readonly poller: Poller;

  constructor(
    transactions: TransactionRunner,
    private readonly notifications: NotificationRepository,
    private readonly sender: MailSender,
    @Inject(NOTIFICATION_TIMING) private readonly timing: NotificationTiming,
  ) {
    this.poller = new Poller(transactions, this.logger, timing.pollMs);
  }

  onApplicationBootstrap(): void {
    this.poller.start(() => this.sendNext());
  }

  /** Tells that a mail has just been queued, so that it does not wait for the next look. */
  wake(): void {
    this.poller.wake();
  }

  /** Takes no more mails from here on. The one in progress goes on while HTTP closes. */
  beforeApplicationShutdown(): void {
    this.poller.stop();
  }

  /** Nest runs this before it closes the DataSource: that belongs to a global module, and those come last. */
  async onApplicationShutdown(): Promise<void> {
    const timer = setTimeout(() => this.givingUp.abort(), LAST_MAIL_MS);
    await this.poller.finish();
    clearTimeout(timer);
  }

  /** @returns whether there was one */
  private async sendNext(): Promise<boolean> {
    const mail = await this.poller.persist('look for mails', (manager) =>
      this.notifications.take(manager, this.timing),
    );
    if (mail) await this.send(mail);
    return mail !== undefined;
  }

  private async send(mail: Notification): Promise<void> {
    const about = `The mail ${mail.id} (${mail.trigger}) about request ${mail.requestIds[0]}`;
    try {
      const delivery = await this.sender.send(mail, this.givingUp.signal);
      const { state, to } = delivery;
      this.logger.log(
        `${about} was ${state === 'sent' ? `sent to ${to}` : `only logged, and not sent to ${to}`}`,
      );
      await this.poller.persist('note that a mail was sent', (manager) =>
        this.notifications.markDelivered(manager, mail.id, delivery),
      );
    } catch (error) {
      const reason = oneLine(error instanceof Error ? error.message : String(error), MAX_REASON_LENGTH);
      const now = Date.now();
      const isGivenUp = mail.giveUpAt !== null && mail.giveUpAt.getTime() <= now;
      const nextAttemptAt = isGivenUp ? null : new Date(now + pauseAfter(mail.attempts, this.timing));
      await this.poller.persist('put back a mail', (manager) =>
        this.notifications.markFailed(manager, mail.id, reason, nextAttemptAt),
      );
      if (isGivenUp) this.logger.error(`${about} is given up after: ${reason}`);
      else this.logger.warn(`${about} is tried again after: ${reason}`);
    }
  }
}
