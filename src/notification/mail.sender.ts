import { Inject, Injectable } from '@nestjs/common';
import { MailerService } from '@nestjs-modules/mailer';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import { MailTemplates } from './mail.templates';
import { RECIPIENT_SETTINGS } from './notice';
import type { Notification } from './notification.entity';
import type { PlaceNames } from './place-names';

/** The time limit for one mail: the longest greeting, and the longest wait for its acceptance. The lease is longer. */
const MAX_SENDING_MS = 16 * 60_000;

/** The result of a mail: its address, and whether it went to a mail server or only to the log. */
export interface Delivery {
  state: 'sent' | 'logged';
  to: string;
}

/** Sends a notification to the mail server or to the log. */
@Injectable()
export class MailSender {
  private readonly domain: string;

  constructor(
    private readonly mailer: MailerService,
    private readonly templates: MailTemplates,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.domain = /@([\w.-]+)/.exec(config.MAIL_FROM)?.[1] ?? 'localhost';
  }

  recipientOf({ trigger }: Notification): string {
    return this.config[RECIPIENT_SETTINGS[trigger]];
  }

  /**
   * Makes one attempt to send a mail.
   * @param names the hotel, room and rate plan of the mail; undefined if the platform has no such room
   * @throws UnconfirmedMailError if the mail was perhaps sent
   * @throws the error of the mail server or the network, or an error when `stop` is signalled
   */
  async send(
    notification: Notification,
    names: PlaceNames | undefined,
    stop: AbortSignal,
  ): Promise<Delivery> {
    const to = this.recipientOf(notification);
    await this.mailer.sendMail({
      from: this.config.MAIL_FROM,
      to,
      ...this.templates.render(notification, names),
      // All attempts share the id, so that a recipient can recognize a duplicate. The request id makes it unique across
      // databases.
      messageId: `<${notification.id}.${notification.requestIds[0]}@${this.domain}>`,
      // Prevents automatic out-of-office replies.
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.any([stop, AbortSignal.timeout(MAX_SENDING_MS)]),
    });
    return { state: this.config.SMTP_URL === undefined ? 'logged' : 'sent', to };
  }
}
