import { Module } from '@nestjs/common';
import { JournalModule } from './journal/journal.module';
import { NotificationModule } from '../notification/notification.module';
import { ChangeRunner } from './change-runner';
import { FailedCalls } from './failed-calls';
import { PushRunner } from './push-runner';
import { RefusalRecorder } from './refusal-recorder';
import { RoomLockRepository } from './room-lock.repository';
import { RoomQueue } from './room-queue';
import { TransactionSharing } from './transaction-sharing';

/** How a push or a change is carried out: in its turn, in one transaction with its journal entry, exactly once. */
@Module({
  imports: [JournalModule, NotificationModule],
  providers: [
    ChangeRunner,
    FailedCalls,
    PushRunner,
    RefusalRecorder,
    RoomLockRepository,
    RoomQueue,
    TransactionSharing,
  ],
  exports: [ChangeRunner, PushRunner, RefusalRecorder, RoomQueue, TransactionSharing],
})
export class PushModule {}
