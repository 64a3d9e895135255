import { Module } from '@nestjs/common';
import { CalendarModule } from '../calendar/calendar.module';
import { NotificationModule } from '../notification/notification.module';
import { AdmissionModule } from './admission/admission.module';
import { ChangeRunner } from './change-runner';
import { FailedCalls } from './failed-calls';
import { JournalModule } from './journal/journal.module';
import { LateArrivalsService } from './late-arrivals.service';
import { NewerWritesRepository } from './newer-writes.repository';
import { PushBatch } from './push-batch';
import { PushEngine } from './push-engine';
import { RefusalRecorder } from './refusal-recorder';

/**
 * Executes pushes and changes in their order, each exactly once and in one transaction with its journal
 * entry.
 */
@Module({
  imports: [AdmissionModule, CalendarModule, JournalModule, NotificationModule],
  providers: [
    ChangeRunner,
    FailedCalls,
    LateArrivalsService,
    NewerWritesRepository,
    PushBatch,
    PushEngine,
    RefusalRecorder,
  ],
  exports: [ChangeRunner, FailedCalls, PushEngine, RefusalRecorder],
})
export class PushModule {}
