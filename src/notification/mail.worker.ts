import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { Work } from '../platform/database/transaction-runner';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { RepeatedJob } from '../platform/jobs/repeated-job';
import { MailSender } from './mail.sender';
import type { Notification } from './notification.entity';
import type { PlaceNames } from './place-names';
import { NotificationRepository } from './notification.repository';
import type { NotificationTiming } from './notification.timing';
import { NOTIFICATION_TIMING, pauseAfter } from './notification.timing';
import { oneLine } from './one-line';
import { isRecipientRefused, UnconfirmedMailError } from './smtp.transport';

/** The time that a running mail has after HTTP has closed. After that, it waits for the next attempt. */
const LAST_MAIL_MS = 5_000;
const MAX_REASON_LENGTH = 1_000;
/** The maximum number of connections of an instance to a slow mail server. */
const MAX_MAILS_AT_ONCE = 5;

/**
 * Sends the mails that are due, one after the other. A slow mail server may take ten minutes to accept a mail. The worker
 * does not wait for that, and sends the next mails at the same time. Instances share the work through row locks, so no two
 * take the same mail.
 *
 * The queue is the service's own table instead of a library's. A mail collects repeats until it is sent, stays visible
 * afterwards and can be sent again. A job of a library would need such a record beside it.
 */
@Injectable()
export class MailWorker extends RepeatedJob {
  private readonly givingUp = new AbortController();
  private readonly sending = new Set<Promise<void>>();

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly notifications: NotificationRepository,
    private readonly sender: MailSender,
    @Inject(NOTIFICATION_TIMING) private readonly timing: NotificationTiming,
  ) {
    super(timing.pollMs);
  }

  override async onApplicationShutdown(): Promise<void> {
    const timer = setTimeout(() => this.givingUp.abort(), LAST_MAIL_MS);
    await super.onApplicationShutdown();
    await Promise.all(this.sending);
    clearTimeout(timer);
  }

  /** Takes the next mail that is due. */
  protected async runPart(): Promise<boolean> {
    const due = await this.transactions.runOnce(async (manager) => {
      const mail = await this.notifications.take(manager, this.timing);
      return mail && { mail, names: await this.notifications.findNames(manager, mail) };
    });
    if (due) await this.startSending(due.mail, due.names);
    return due !== undefined;
  }

  /** Resolves when the mail is sent, or when the next one may be sent beside it. */
  private async startSending(mail: Notification, names: PlaceNames | undefined): Promise<void> {
    const sending = this.send(mail, names).finally(() => this.sending.delete(sending));
    this.sending.add(sending);
    const isOver = new AbortController();
    const patience = delay(this.timing.patienceMs, undefined, { signal: isOver.signal }).catch(
      () => undefined,
    );
    await Promise.race([sending, patience]);
    isOver.abort();
    if (this.sending.size >= MAX_MAILS_AT_ONCE) await Promise.race(this.sending);
  }

  private async send(mail: Notification, names: PlaceNames | undefined): Promise<void> {
    const about = `The mail ${mail.id} (${mail.trigger}) about request ${mail.requestIds[0]}`;
    try {
      const delivery = await this.sender.send(mail, names, this.givingUp.signal);
      const { state, to } = delivery;
      this.logger.log(
        `${about} was ${state === 'sent' ? `sent to ${to}` : `only logged, not sent to ${to}`}`,
      );
      await this.persist('record that a mail was sent', (manager) =>
        this.notifications.markDelivered(manager, mail.id, delivery),
      );
    } catch (error) {
      const reason = oneLine(error instanceof Error ? error.message : String(error), MAX_REASON_LENGTH);
      if (error instanceof UnconfirmedMailError) await this.keepUnconfirmed(mail, about, reason);
      else await this.putBack(mail, about, reason, isRecipientRefused(error));
    }
  }

  private async keepUnconfirmed(mail: Notification, about: string, reason: string): Promise<void> {
    const nextAttemptAt = new Date(Date.now() + this.timing.unconfirmedPauseMs);
    await this.persist('record that a mail was perhaps sent', (manager) =>
      this.notifications.markUnconfirmed(
        manager,
        mail.id,
        reason,
        this.sender.recipientOf(mail),
        nextAttemptAt,
      ),
    );
    this.logger.warn(`${about} was perhaps sent: ${reason}`);
  }

  private async putBack(mail: Notification, about: string, reason: string, isFinal: boolean): Promise<void> {
    const now = Date.now();
    // A mail that was perhaps sent before stays unconfirmed, so its attempts stay rare.
    const isUnconfirmed = mail.state === 'unconfirmed';
    const isGivenUp = isFinal || (!isUnconfirmed && mail.giveUpAt !== null && mail.giveUpAt.getTime() <= now);
    const pause = isUnconfirmed ? this.timing.unconfirmedPauseMs : pauseAfter(mail.attempts, this.timing);
    await this.persist('return a mail to the queue', (manager) =>
      this.notifications.markFailed(manager, mail.id, reason, isGivenUp ? null : new Date(now + pause)),
    );
    if (isGivenUp) this.logger.error(`${about} is given up after: ${reason}`);
    else this.logger.warn(`${about} is tried again after: ${reason}`);
  }

  /** Retries until the work succeeds or the service stops: a mail with an unrecorded outcome would be sent again. */
  private async persist(what: string, work: Work<void>): Promise<void> {
    for (let failures = 0; ; failures++) {
      try {
        await this.transactions.runOnce(work);
        if (failures > 0) this.logger.log(`The retry succeeded: ${what}`);
        return;
      } catch (error) {
        if (failures === 0)
          this.logger.error(`Could not ${what}. The service keeps trying: ${String(error)}`);
        if (this.isStopping) return;
        await delay(this.timing.pollMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }
}
