import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { pageOf } from '../platform/http/page';
import { conflict, notFound } from '../platform/http/problem';
import { RECIPIENT_SETTINGS } from './notice';
import { MAX_REQUESTS, MailTemplates } from './mail.templates';
import type {
  ListNotificationsDto,
  NotificationPage,
  NotificationView,
  NotificationWithText,
} from './notification.dto';
import type { Notification } from './notification.entity';
import { NotificationRepository } from './notification.repository';

/** Lists e-mails for administrators, and sends failed, logged and unconfirmed ones again. */
@Injectable()
export class NotificationAdministrationService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: TransactionRunner,
    private readonly notifications: NotificationRepository,
    private readonly templates: MailTemplates,
  ) {}

  async list({ limit, ...filter }: ListNotificationsDto): Promise<NotificationPage> {
    const found = await this.transactions.read((manager) =>
      this.notifications.list(manager, filter, limit + 1),
    );
    return pageOf(found, limit, (notifications) => notifications.map((one) => this.toView(one)));
  }

  /** Reads one e-mail, with its text as it would be sent now. @throws ProblemException 404 */
  async read(id: string): Promise<NotificationWithText> {
    return this.transactions.read(async (manager) => {
      const notification = await this.notifications.find(manager, id);
      if (!notification) throw notFound('notification', id);
      const names = await this.notifications.findNames(manager, notification);
      const { subject, text } = this.templates.render(notification, names);
      return Object.assign(this.toView(notification), { subject, text });
    });
  }

  /** @throws ProblemException 404, or 409 if it is queued or was sent */
  async retry(id: string): Promise<NotificationView> {
    return this.transactions.run(async (manager) => {
      const isRetried = await this.notifications.retry(manager, id);
      const notification = await this.notifications.find(manager, id);
      if (!notification) throw notFound('notification', id);
      if (!isRetried)
        throw conflict(
          `Notification ${id} is ${notification.state}: only failed, logged and unconfirmed ones can be sent again`,
        );
      return this.toView(notification);
    });
  }

  private toView(notification: Notification): NotificationView {
    const { topic: _, dueAt: __, giveUpAt, sentTo, nextAttemptAt, requestIds, ...view } = notification;
    const isTriedAgain =
      view.state === 'queued' ||
      (view.state === 'unconfirmed' && giveUpAt !== null && nextAttemptAt < giveUpAt);
    return {
      ...view,
      requestIds: requestIds.slice(0, MAX_REQUESTS),
      to: sentTo ?? this.config[RECIPIENT_SETTINGS[view.trigger]],
      nextAttemptAt: isTriedAgain ? nextAttemptAt : null,
    };
  }
}
