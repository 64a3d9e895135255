import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { JournalAdministrationRepository } from './journal-administration.repository';
import { JournalRetentionService } from './journal-retention.service';
import { JournalAdminController } from './journal.admin.controller';
import { JournalRepository } from './journal.repository';
import { JournalWriter } from './journal.writer';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JournalEntry } from './journal-entry.entity';

/** The journal of what the channel manager calls and people change. */
@Module({
  imports: [TypeOrmModule.forFeature([JournalEntry]), AuthModule],
  controllers: [JournalAdminController],
  providers: [JournalAdministrationRepository, JournalRepository, JournalRetentionService, JournalWriter],
  exports: [JournalRepository, JournalWriter],
})
export class JournalModule {}
