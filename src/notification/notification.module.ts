import { Module } from '@nestjs/common';
import { MailerModule } from '@nestjs-modules/mailer';
import { CONFIG } from '../platform/config/config';
import { MailSender } from './mail.sender';
import { MailTemplates } from './mail.templates';
import { MailWorker } from './mail.worker';
import { mailerOptions } from './mailer.options';
import { NotificationAdministrationService } from './notification-administration.service';
import { NotificationRepository } from './notification.repository';
import { NotificationService } from './notification.service';
import { DEFAULT_TIMING, NOTIFICATION_TIMING } from './notification.timing';
import { NotificationsAdminController } from './notifications.admin.controller';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Notification } from './notification.entity';

/** E-mails about problems with pushes: each push records a notice, and a worker collects and sends them. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Notification]),
    MailerModule.forRootAsync({ inject: [CONFIG], useFactory: mailerOptions }),
  ],
  controllers: [NotificationsAdminController],
  providers: [
    NotificationService,
    NotificationRepository,
    NotificationAdministrationService,
    MailWorker,
    MailSender,
    MailTemplates,
    { provide: NOTIFICATION_TIMING, useValue: DEFAULT_TIMING },
  ],
  exports: [MailWorker, NotificationRepository, NotificationService, NOTIFICATION_TIMING],
})
export class NotificationModule {}
