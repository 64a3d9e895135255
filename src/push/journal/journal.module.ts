import { Module } from '@nestjs/common';
import { AuthModule } from '../../platform/auth/auth.module';
import { NotificationModule } from '../../notification/notification.module';
import { JournalAdministrationService } from './journal-administration.service';
import { JournalRetentionService } from './journal-retention.service';
import { JournalAdminController } from './journal.admin.controller';
import { JournalRepository } from './journal.repository';
import { JournalSearchRepository } from './journal-search.repository';
import { JournalWriter } from './journal.writer';
import { NoticeRelayService } from './notice-relay.service';
import { ReceiptsController } from './receipts.controller';
import { RepeatRepository } from '../repeat.repository';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JournalEntry } from './journal-entry.entity';

/** The journal of the channel manager's calls and of the administrators' changes. */
@Module({
  imports: [TypeOrmModule.forFeature([JournalEntry]), AuthModule, NotificationModule],
  controllers: [JournalAdminController, ReceiptsController],
  providers: [
    JournalAdministrationService,
    JournalRepository,
    JournalSearchRepository,
    JournalRetentionService,
    JournalWriter,
    NoticeRelayService,
    RepeatRepository,
  ],
  exports: [JournalRepository, JournalWriter, RepeatRepository],
})
export class JournalModule {}
