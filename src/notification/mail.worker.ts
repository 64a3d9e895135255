import type {
  BeforeApplicationShutdown,
  OnApplicationBootstrap,
  OnApplicationShutdown,
} from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { setTimeout as delay } from 'node:timers/promises';
import { EntityManager } from 'typeorm';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { MailSender } from './mail.sender';
import type { StoredNotification } from './notification.repository';
import { NotificationRepository } from './notification.repository';
import type { NotificationTiming } from './notification.timing';
import { NOTIFICATION_TIMING } from './notification.timing';
import { oneLine } from './one-line';

/** How many notices are gathered at once. */
const BATCH = 1_000;
/** How long a mail may still take after HTTP has closed; then it is left for the next attempt. */
const LAST_MAIL_MS = 5_000;
const MAX_REASON_LENGTH = 1_000;

/**
 * Owns the way of a notice to its mail on this instance: gathers what pushes have left in the journal, and sends
 * what is due, one mail after the other. Instances share the work by row locks: nothing is taken by two.
 *
 * The queue is a table of its own and no library's: a mail that gathers repeats until it is sent, stays visible
 * afterwards and can be sent again is a record of this service, and would need one beside any job.
 */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(MailWorker.name);
  private readonly stopping = new AbortController();
  private readonly givingUp = new AbortController();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    @InjectEntityManager() private readonly manager: EntityManager,
    private readonly notifications: NotificationRepository,
    private readonly sender: MailSender,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(NOTIFICATION_TIMING) private readonly timing: NotificationTiming,
  ) {}

  onApplicationBootstrap(): void {
    this.loop = this.run();
  }

  /** Takes no more mails from here on. The one in progress goes on while HTTP closes. */
  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** Nest runs this before it closes the DataSource: that belongs to a global module, and those come last. */
  async onApplicationShutdown(): Promise<void> {
    const timer = setTimeout(() => this.givingUp.abort(), LAST_MAIL_MS);
    await this.loop;
    clearTimeout(timer);
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const gathered = await this.persist('gather notices', () =>
        this.notifications.collect(this.manager, this.config.MAIL_DIGEST_MINUTES, BATCH),
      );
      const mail = await this.persist('look for mails', () =>
        this.notifications.take(this.manager, this.timing),
      );
      if (mail) await this.handle(mail);
      else if (!gathered) await this.pause();
    }
  }

  private async handle(mail: StoredNotification): Promise<void> {
    const about = `The mail ${mail.id} (${mail.trigger}) about request ${mail.requestIds[0]}`;
    try {
      const to = await this.sender.send(mail, this.givingUp.signal);
      this.logger.log(`${about} was sent to ${to}`);
      await this.persist('note that a mail was sent', () =>
        this.notifications.markSent(this.manager, mail.id, to),
      );
    } catch (error) {
      const reason = oneLine(error instanceof Error ? error.message : String(error), MAX_REASON_LENGTH);
      const state = await this.persist('put back a mail', () =>
        this.notifications.markFailed(this.manager, mail.id, reason, this.timing),
      );
      if (state === 'failed') this.logger.error(`${about} is given up after: ${reason}`);
      else this.logger.warn(`${about} is tried again after: ${reason}`);
    }
  }

  /**
   * Does it again until it succeeds, except while stopping. Without the database there is nothing else to do,
   * and a mail whose outcome is not written would be sent again.
   */
  private async persist<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    for (let failures = 0; ; failures++) {
      try {
        const result = await work();
        if (failures > 0) this.logger.log(`Could ${what} at last`);
        return result;
      } catch (error) {
        if (failures === 0) this.logger.error(`Could not ${what}, will go on trying: ${String(error)}`);
        if (this.stopping.signal.aborted) return undefined;
        await this.pause();
      }
    }
  }

  private async pause(): Promise<void> {
    await delay(this.timing.pollMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
