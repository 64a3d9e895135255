import { Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import { Scopes } from '../auth/scopes.decorator';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { AdministrationApi, ApiProblem } from '../openapi/api-docs';
import { IdPipe } from '../http/id.pipe';
import { pageOf } from '../http/page';
import { conflict, notFound } from '../http/problem';
import { RECIPIENT_SETTINGS } from './notice';
import { ListNotificationsDto, NotificationPage, NotificationView } from './notification.dto';
import type { StoredNotification } from './notification.repository';
import { NotificationRepository } from './notification.repository';

/** The e-mails of this service, for the people in the house. */
@Controller('admin/notifications')
@Scopes('admin')
@AdministrationApi('Notifications')
export class NotificationsAdminController {
  constructor(
    @InjectEntityManager() private readonly manager: EntityManager,
    private readonly notifications: NotificationRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List e-mails, newest first: those that wait, were sent, or have failed' })
  @ApiResponse({ status: 200, type: NotificationPage })
  async list(@Query() { limit, state, cursor }: ListNotificationsDto): Promise<NotificationPage> {
    const filter = { state: state ?? null, cursor: cursor ?? null };
    const found = await this.notifications.list(this.manager, filter, limit + 1);
    const { items, nextCursor } = pageOf(found, limit);
    return { items: items.map((notification) => this.toView(notification)), nextCursor };
  }

  @Post(':notificationId/retry')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Send a failed e-mail again',
    description: 'At once, and for another day where that fails. Its `lastError` says what to mend before.',
  })
  @ApiParam({
    name: 'notificationId',
    schema: { type: 'string', pattern: '^[0-9]{1,19}$' },
    description: 'The id of a failed e-mail in the list',
  })
  @ApiResponse({ status: 200, type: NotificationView })
  @ApiProblem(404, 'There is no such notification')
  @ApiProblem(409, 'It has not failed: it was sent, or is still on its way')
  async retry(@Param('notificationId', IdPipe) id: string): Promise<NotificationView> {
    const retried = await this.notifications.retry(this.manager, id);
    if (retried) return this.toView(retried);
    const notification = await this.notifications.find(this.manager, id);
    if (!notification) throw notFound('notification', id);
    throw conflict(`Notification ${id} is ${notification.state}: only failed ones are sent again`);
  }

  private toView({ sentTo, nextAttemptAt, ...notification }: StoredNotification): NotificationView {
    return {
      ...notification,
      to: sentTo ?? this.config[RECIPIENT_SETTINGS[notification.trigger]],
      nextAttemptAt: notification.state === 'queued' ? nextAttemptAt : null,
    };
  }
}
