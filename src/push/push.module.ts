import { Module } from '@nestjs/common';
import { JournalModule } from '../journal/journal.module';
import { NotificationModule } from '../notification/notification.module';
import { ChangeRunner } from './change-runner';
import { FailedCalls } from './failed-calls';
import { PushRunner } from './push-runner';
import { RefusalRecorder } from './refusal-recorder';
import { RoomQueue } from './room-queue';

/** How a push or a change is carried out: in its turn, in one transaction with its journal entry, exactly once. */
@Module({
  imports: [JournalModule, NotificationModule],
  providers: [ChangeRunner, FailedCalls, PushRunner, RefusalRecorder, RoomQueue],
  exports: [ChangeRunner, PushRunner, RefusalRecorder, RoomQueue],
})
export class PushModule {}
