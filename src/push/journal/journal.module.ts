import { Module } from '@nestjs/common';
import { AuthModule } from '../../platform/auth/auth.module';
import { NotificationModule } from '../../notification/notification.module';
import { ChangeGuard } from './change-guard';
import { JournalAdministrationService } from './journal-administration.service';
import { JournalAdminController } from './journal.admin.controller';
import { JournalTable } from './journal-table';
import { JournalRepository } from './journal.repository';
import { JournalSearchRepository } from './journal-search.repository';
import { JournalWriter } from './journal.writer';
import { PastChangesRepository } from './past-changes.repository';
import { PlaceNamesRepository } from './place-names.repository';
import { JournalRetentionRepository } from './journal-retention.repository';
import { NoticeRelayService } from './notice-relay.service';
import { NoticeRepository } from './notice.repository';
import { UnsuccessfulCallsRepository } from './unsuccessful-calls.repository';
import { ReceiptsController } from './receipts.controller';
import { FailedCallRepository } from '../late-arrivals/failed-call.repository';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JournalEntry } from './journal-entry.entity';

/** The journal of the channel manager's calls and of the administrators' changes. */
@Module({
  imports: [TypeOrmModule.forFeature([JournalEntry]), AuthModule, NotificationModule],
  controllers: [JournalAdminController, ReceiptsController],
  providers: [
    ChangeGuard,
    JournalAdministrationService,
    JournalRepository,
    JournalSearchRepository,
    JournalRetentionRepository,
    JournalTable,
    JournalWriter,
    NoticeRelayService,
    NoticeRepository,
    PastChangesRepository,
    PlaceNamesRepository,
    FailedCallRepository,
    UnsuccessfulCallsRepository,
  ],
  exports: [
    ChangeGuard,
    JournalAdministrationService,
    JournalRepository,
    JournalRetentionRepository,
    JournalWriter,
    NoticeRepository,
    PlaceNamesRepository,
    FailedCallRepository,
    UnsuccessfulCallsRepository,
  ],
})
export class JournalModule {}
