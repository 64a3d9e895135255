import { Module } from '@nestjs/common';
import { MailerModule } from '@nestjs-modules/mailer';
import { CONFIG } from '../config';
import { DEFAULT_TIMING, MAIL_TIMING, MailQueue } from './mail.queue';
import { MailSender } from './mail.sender';
import { MailTemplates } from './mail.templates';
import { MailWorker } from './mail.worker';
import { mailerOptions } from './mailer.options';
import { NotificationService } from './notification.service';

/** E-mails about problems with pushes: queued with the push, sent by a worker. */
@Module({
  imports: [MailerModule.forRootAsync({ inject: [CONFIG], useFactory: mailerOptions })],
  providers: [
    NotificationService,
    MailQueue,
    MailWorker,
    MailSender,
    MailTemplates,
    { provide: MAIL_TIMING, useValue: DEFAULT_TIMING },
  ],
  exports: [NotificationService],
})
export class NotificationModule {}
