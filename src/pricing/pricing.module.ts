import { Module } from '@nestjs/common';
import { DatesModule } from '../platform/dates/dates.module';
import { HistoryModule } from '../calendar/history/history.module';
import { PushModule } from '../push/push.module';
import { NotificationModule } from '../notification/notification.module';
import { RoomModule } from '../room/room.module';
import { DerivationRules } from './rate-plans/derivation-rules';
import { HeldPrice } from './held-prices/held-price.entity';
import { HeldPriceAdministrationService } from './held-prices/held-price-administration.service';
import { HeldPriceRepository } from './held-prices/held-price.repository';
import { HeldPriceService } from './held-prices/held-price.service';
import { HeldPricesAdminController } from './held-prices/held-prices.admin.controller';
import { DerivedPriceService } from './derived-price.service';
import { LinkedRoomsService } from './linked-rooms.service';
import { PreviewService } from './rate-plans/preview.service';
import { PricingController } from './pricing.controller';
import { PricingService } from './pricing.service';
import { RatePlanRepository } from './rate-plans/rate-plan.repository';
import { RatePlanService } from './rate-plans/rate-plan.service';
import { RatePlansAdminController } from './rate-plans/rate-plans.admin.controller';
import { RateRoomAvailabilityRepository } from './rate-room-availability.repository';
import { RuleChangeService } from './rate-plans/rule-change.service';
import { TreePrices } from './tree-prices';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RatePlan } from './rate-plans/rate-plan.entity';
import { RateRoomAvailability } from './rate-room-availability.entity';

/** Rate plans, their prices by date, and how prices are derived. */
@Module({
  imports: [
    TypeOrmModule.forFeature([HeldPrice, RatePlan, RateRoomAvailability]),
    DatesModule,
    HistoryModule,
    PushModule,
    NotificationModule,
    RoomModule,
  ],
  controllers: [PricingController, RatePlansAdminController, HeldPricesAdminController],
  providers: [
    DerivationRules,
    DerivedPriceService,
    HeldPriceAdministrationService,
    HeldPriceRepository,
    HeldPriceService,
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
