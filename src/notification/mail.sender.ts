import { Inject, Injectable } from '@nestjs/common';
import { MailerService } from '@nestjs-modules/mailer';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import { MailTemplates } from './mail.templates';
import { RECIPIENT_SETTINGS } from './notice';
import type { Notification } from './notification.entity';

/** However slowly a mail server answers, a mail ends after this time: before another instance takes it over. */
const MAX_SENDING_MS = 120_000;

/** What has become of a mail: where it went, and whether there is a mail server for that or only the log. */
export interface Delivery {
  state: 'sent' | 'logged';
  to: string;
}

/** Sends a notification to the mail server, or to the log. */
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

  /**
   * Sends one attempt of a mail.
   * @throws what the mail server or the network says, and when `stop` is signalled
   */
  async send(notification: Notification, stop: AbortSignal): Promise<Delivery> {
    const to = this.config[RECIPIENT_SETTINGS[notification.trigger]];
    await this.mailer.sendMail({
      from: this.config.MAIL_FROM,
      to,
      ...this.templates.render(notification),
      // The same for each attempt: a mail that arrives twice can be told to be one. The request makes it unique
      // among databases.
      messageId: `<${notification.id}.${notification.requestIds[0]}@${this.domain}>`,
      // Keeps holiday notices from answering.
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.any([stop, AbortSignal.timeout(MAX_SENDING_MS)]),
    });
    return { state: this.config.SMTP_URL === undefined ? 'logged' : 'sent', to };
  }
}
