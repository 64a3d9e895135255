import { Inject, Injectable } from '@nestjs/common';
import { MailerService } from '@nestjs-modules/mailer';
import type { Config } from '../config';
import { CONFIG } from '../config';
import { MailTemplates } from './mail.templates';
import type { QueuedMail } from './problem';
import { RECIPIENT_SETTINGS } from './problem';

/** However slowly a mail server answers, a mail ends after this time: before another instance takes it over. */
const LONGEST_MS = 120_000;

/** Owns the way from a queued mail to the mail server, or to the log. */
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
   * @returns the address that it went to
   * @throws what the mail server or the network says, and when `stop` is signalled
   */
  async send(jobId: string, mail: QueuedMail, stop: AbortSignal): Promise<string> {
    const to = this.config[RECIPIENT_SETTINGS[mail.trigger]];
    await this.mailer.sendMail({
      from: this.config.MAIL_FROM,
      to,
      ...this.templates.render(mail),
      // The same for each attempt: a mail that is sent twice can be told to be one.
      messageId: `<${jobId}@${this.domain}>`,
      // Keeps holiday notices from answering.
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.any([stop, AbortSignal.timeout(LONGEST_MS)]),
    });
    return to;
  }
}
