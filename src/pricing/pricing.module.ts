import { Module } from '@nestjs/common';
import { CalendarModule } from '../calendar/calendar.module';
import { JournalModule } from '../journal/journal.module';
import { NotificationModule } from '../notification/notification.module';
import { RoomModule } from '../room/room.module';
import { DerivedPriceService } from './derived-price.service';
import { LinkedRoomsService } from './linked-rooms.service';
import { PricingController } from './pricing.controller';
import { PricingService } from './pricing.service';
import { RatePlanRepository } from './rate-plan.repository';
import { RateRoomAvailabilityRepository } from './rate-room-availability.repository';

/** Rate plans, their prices by date, and how prices are derived. */
@Module({
  imports: [CalendarModule, JournalModule, NotificationModule, RoomModule],
  controllers: [PricingController],
  providers: [
    DerivedPriceService,
    LinkedRoomsService,
    PricingService,
    RatePlanRepository,
    RateRoomAvailabilityRepository,
  ],
  exports: [DerivedPriceService, LinkedRoomsService, PricingService, RateRoomAvailabilityRepository],
})
export class PricingModule {}
