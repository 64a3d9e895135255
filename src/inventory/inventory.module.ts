import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CalendarModule } from '../calendar/calendar.module';
import { NotificationModule } from '../notification/notification.module';
import { DatesModule } from '../platform/dates/dates.module';
import { PushModule } from '../push/push.module';
import { InventoryController } from './inventory.controller';
import { InventoryService } from './inventory.service';
import { RoomAvailability } from './room-availability.entity';
import { RoomAvailabilityRepository } from './room-availability.repository';
import { RoomAvailabilityPastRepository } from './room-availability-past.repository';

/** The rooms left, by date. */
@Module({
  imports: [
    TypeOrmModule.forFeature([RoomAvailability]),
    CalendarModule,
    DatesModule,
    NotificationModule,
    PushModule,
  ],
  controllers: [InventoryController],
  providers: [InventoryService, RoomAvailabilityPastRepository, RoomAvailabilityRepository],
  exports: [InventoryService, RoomAvailabilityPastRepository, RoomAvailabilityRepository],
})
export class InventoryModule {}
