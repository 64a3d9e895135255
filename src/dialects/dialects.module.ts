import { Module } from '@nestjs/common';
import { CalendarModule } from '../calendar/calendar.module';
import { InventoryModule } from '../inventory/inventory.module';
import { NotificationModule } from '../notification/notification.module';
import { DatesModule } from '../platform/dates/dates.module';
import { PricingModule } from '../pricing/pricing.module';
import { JournalModule } from '../push/journal/journal.module';
import { PushModule } from '../push/push.module';
import { RestrictionsModule } from '../restrictions/restrictions.module';
import { DialectService } from './dialect.service';
import { EarlierMessagesRepository } from './earlier-messages.repository';
import { EarlierMessagesService } from './earlier-messages.service';
import { HotelRepository } from './hotel.repository';
import { MessageBatch } from './message-batch';
import { MessageDryRunService } from './message-dry-run.service';
import { MessageRulesService } from './message-rules.service';
import { MessageStepsService } from './message-steps.service';

/** Applies the messages of other channel managers, which their dialects translate. */
@Module({
  imports: [
    CalendarModule,
    DatesModule,
    InventoryModule,
    JournalModule,
    NotificationModule,
    PricingModule,
    PushModule,
    RestrictionsModule,
  ],
  providers: [
    DialectService,
    EarlierMessagesRepository,
    EarlierMessagesService,
    HotelRepository,
    MessageBatch,
    MessageDryRunService,
    MessageRulesService,
    MessageStepsService,
  ],
  exports: [DialectService],
})
export class DialectsModule {}
