import { Module } from '@nestjs/common';
import { CalendarModule } from '../calendar/calendar.module';
import { JournalModule } from '../journal/journal.module';
import { NotificationModule } from '../notification/notification.module';
import { RoomModule } from '../room/room.module';
import { DerivationRules } from './derivation-rules';
import { DerivedPriceService } from './derived-price.service';
import { LinkedRoomsService } from './linked-rooms.service';
import { PreviewService } from './preview.service';
import { PricingController } from './pricing.controller';
import { PricingService } from './pricing.service';
import { RatePlanRepository } from './rate-plan.repository';
import { RatePlanService } from './rate-plan.service';
import { RatePlansAdminController } from './rate-plans.admin.controller';
import { RateRoomAvailabilityRepository } from './rate-room-availability.repository';
import { RuleChangeService } from './rule-change.service';
import { TreePrices } from './tree-prices';

/** Rate plans, their prices by date, and how prices are derived. */
@Module({
  imports: [CalendarModule, JournalModule, NotificationModule, RoomModule],
  controllers: [PricingController, RatePlansAdminController],
  providers: [
    DerivationRules,
    DerivedPriceService,
    LinkedRoomsService,
    PreviewService,
    PricingService,
    RatePlanRepository,
    RatePlanService,
    RateRoomAvailabilityRepository,
    RuleChangeService,
    TreePrices,
  ],
  exports: [
    DerivedPriceService,
    LinkedRoomsService,
    PricingService,
    RatePlanRepository,
    RateRoomAvailabilityRepository,
  ],
})
export class PricingModule {}
