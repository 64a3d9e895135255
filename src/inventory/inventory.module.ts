import { Module } from '@nestjs/common';
import { CalendarModule } from '../calendar/calendar.module';
import { NotificationModule } from '../notification/notification.module';
import { DatesModule } from '../platform/dates/dates.module';
import { PushModule } from '../push/push.module';
import { InventoryController } from './inventory.controller';
import { InventoryService } from './inventory.service';

/** The rooms left, by date. */
@Module({
  imports: [CalendarModule, DatesModule, NotificationModule, PushModule],
  controllers: [InventoryController],
  providers: [InventoryService],
  exports: [InventoryService],
})
export class InventoryModule {}
