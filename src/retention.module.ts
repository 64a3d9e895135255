import { Module } from '@nestjs/common';
import { UndoModule } from './administration/undo/undo.module';
import { UndoRepository } from './administration/undo/undo.repository';
import { HistoryModule } from './calendar/history/history.module';
import { HistoryRetentionRepository } from './calendar/history/history-retention.repository';
import { NotificationModule } from './notification/notification.module';
import { NotificationRepository } from './notification/notification.repository';
import type { ExpiringRecords } from './platform/jobs/expiring-records';
import { EXPIRING_RECORDS } from './platform/jobs/expiring-records';
import { RetentionJob } from './platform/jobs/retention.job';
import { SandboxExpiryJob } from './proof/sandboxes/sandbox-expiry.job';
import { SandboxesModule } from './proof/sandboxes/sandboxes.module';
import { JournalModule } from './push/journal/journal.module';
import { JournalRetentionRepository } from './push/journal/journal-retention.repository';
import { FailedCallRepository } from './push/late-arrivals/failed-call.repository';

/** Deletes what is kept for a limited time. */
@Module({
  imports: [HistoryModule, JournalModule, NotificationModule, SandboxesModule, UndoModule],
  providers: [
    RetentionJob,
    SandboxExpiryJob,
    {
      provide: EXPIRING_RECORDS,
      useFactory: (...records: ExpiringRecords[]) => records,
      inject: [
        HistoryRetentionRepository,
        JournalRetentionRepository,
        FailedCallRepository,
        NotificationRepository,
        UndoRepository,
      ],
    },
  ],
})
export class RetentionModule {}
