import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { Scopes } from '../platform/auth/scopes.decorator';
import { IdPipe } from '../platform/http/id.pipe';
import { AdministrationApi, ApiProblem } from '../platform/openapi/api-docs';
import { NotificationAdministrationService } from './notification-administration.service';
import {
  ListNotificationsDto,
  NotificationPage,
  NotificationView,
  NotificationWithText,
} from './notification.dto';

const ID = { type: 'string', pattern: '^[0-9]{1,19}$' } as const;

/** The e-mails of this service, for administrators. */
@Controller('admin/notifications')
@Scopes('admin')
@AdministrationApi('Notifications')
export class NotificationsAdminController {
  constructor(private readonly notifications: NotificationAdministrationService) {}

  /** List e-mails, newest first: queued, logged, unconfirmed, sent and failed ones */
  @Get()
  list(@Query() query: ListNotificationsDto): Promise<NotificationPage> {
    return this.notifications.list(query);
  }

  /** Read one e-mail with its text */
  @Get(':notificationId')
  @ApiParam({ name: 'notificationId', schema: ID, description: 'The id of the e-mail' })
  @ApiProblem(404, 'There is no such notification')
  read(@Param('notificationId', IdPipe) id: string): Promise<NotificationWithText> {
    return this.notifications.read(id);
  }

  /**
   * Send a failed, logged or unconfirmed e-mail again
   * @remarks The service sends it at once, and retries for another day if that fails. First correct the cause
   * in `lastError`; for a logged e-mail, set `SMTP_URL`.
   */
  @Post(':notificationId/retry')
  @HttpCode(200)
  @ApiParam({
    name: 'notificationId',
    schema: ID,
    description: 'The id of a failed, logged or unconfirmed e-mail in the list',
  })
  @ApiProblem(404, 'There is no such notification')
  @ApiProblem(409, 'It was sent, or is still queued')
  retry(@Param('notificationId', IdPipe) id: string): Promise<NotificationView> {
    return this.notifications.retry(id);
  }
}
