import { Module } from '@nestjs/common';
import { DatesModule } from '../platform/dates/dates.module';
import { HistoryModule } from '../calendar/history/history.module';
import { PushModule } from '../push/push.module';
import { NotificationModule } from '../notification/notification.module';
import { PricingModule } from '../pricing/pricing.module';
import { RoomModule } from '../room/room.module';
import { InventoryController } from './inventory.controller';
import { InventoryService } from './inventory.service';

/** Rooms left, by date. */
@Module({
  imports: [DatesModule, HistoryModule, PushModule, NotificationModule, PricingModule, RoomModule],
  controllers: [InventoryController],
  providers: [InventoryService],
  exports: [InventoryService],
})
export class InventoryModule {}
