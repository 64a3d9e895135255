import { Module } from '@nestjs/common';
import { CalendarModule } from '../calendar/calendar.module';
import { NotificationModule } from '../notification/notification.module';
import { AdmissionModule } from './admission/admission.module';
import { ChangeRunner } from './change-runner';
import { FailedCalls } from './late-arrivals/failed-calls';
import { JournalModule } from './journal/journal.module';
import { LateArrivalsService } from './late-arrivals/late-arrivals.service';
import { NewerChangesRepository } from './late-arrivals/newer-changes.repository';
import { NewerWritesRepository } from './late-arrivals/newer-writes.repository';
import { BatchSaver } from './batch-saver';
import { PushBatch } from './push-batch';
import { PushEngine } from './push-engine';
import { PushDryRun } from './dry-run/push-dry-run';
import { UnsuccessfulCallRecorder } from './unsuccessful-call-recorder';
import { SandboxBehaviour } from './sandbox/sandbox-behaviour';
import { SandboxJournalService } from './sandbox/sandbox-journal.service';

/**
 * Executes pushes and changes in their order, each exactly once and in one transaction with its journal
 * entry.
 */
@Module({
  imports: [AdmissionModule, CalendarModule, JournalModule, NotificationModule],
  providers: [
    BatchSaver,
    ChangeRunner,
    FailedCalls,
    LateArrivalsService,
    NewerChangesRepository,
    NewerWritesRepository,
    PushBatch,
    PushEngine,
    PushDryRun,
    UnsuccessfulCallRecorder,
    SandboxBehaviour,
    SandboxJournalService,
  ],
  exports: [
    BatchSaver,
    ChangeRunner,
    FailedCalls,
    LateArrivalsService,
    PushEngine,
    PushDryRun,
    UnsuccessfulCallRecorder,
    SandboxJournalService,
  ],
})
export class PushModule {}
