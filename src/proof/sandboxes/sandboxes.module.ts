import { Module } from '@nestjs/common';
import { CalendarModule } from '../../calendar/calendar.module';
import { HistoryModule } from '../../calendar/history/history.module';
import { AuthModule } from '../../platform/auth/auth.module';
import { DatesModule } from '../../platform/dates/dates.module';
import { PricingModule } from '../../pricing/pricing.module';
import { JournalModule } from '../../push/journal/journal.module';
import { PushModule } from '../../push/push.module';
import { RoomModule } from '../../room/room.module';
import { SandboxDeletionRepository } from './sandbox-deletion.repository';
import { SandboxRepository } from './sandbox.repository';
import { SandboxService } from './sandbox.service';
import { SandboxesAdminController } from './sandboxes.admin.controller';

/** Properties to test a sender with. */
@Module({
  imports: [
    AuthModule,
    CalendarModule,
    DatesModule,
    HistoryModule,
    JournalModule,
    PricingModule,
    PushModule,
    RoomModule,
  ],
  controllers: [SandboxesAdminController],
  providers: [SandboxDeletionRepository, SandboxRepository, SandboxService],
  exports: [SandboxDeletionRepository, SandboxService],
})
export class SandboxesModule {}
