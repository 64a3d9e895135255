import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { NotificationModule } from '../notification/notification.module';
import { ChangeRunner } from './change-runner';
import { JournalRetentionService } from './journal-retention.service';
import { JournalRepository } from './journal.repository';
import { JournalWriter } from './journal.writer';
import { PushRunner } from './push-runner';
import { RefusalRecorder } from './refusal.recorder';
import { UpdateRepository } from './update.repository';
import { UpdatesAdminController } from './updates.admin.controller';

/** The journal of what the channel manager calls, and the way a push is carried out under its entry. */
@Module({
  imports: [AuthModule, NotificationModule],
  controllers: [UpdatesAdminController],
  providers: [
    ChangeRunner,
    JournalRetentionService,
    JournalRepository,
    JournalWriter,
    PushRunner,
    RefusalRecorder,
    UpdateRepository,
  ],
  exports: [ChangeRunner, PushRunner, RefusalRecorder],
})
export class JournalModule {}
