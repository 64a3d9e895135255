import { Module } from '@nestjs/common';
import { DatesModule } from '../platform/dates/dates.module';
import { CalendarModule } from '../calendar/calendar.module';
import { HistoryModule } from '../calendar/history/history.module';
import { JournalModule } from '../push/journal/journal.module';
import { PushModule } from '../push/push.module';
import { NotificationModule } from '../notification/notification.module';
import { RoomModule } from '../room/room.module';
import { DerivationRules } from './rate-plans/derivation-rules';
import { HeldPrice } from './held-prices/held-price.entity';
import { HeldPriceAdministrationService } from './held-prices/held-price-administration.service';
import { HeldPriceRepository } from './held-prices/held-price.repository';
import { HeldPriceService } from './held-prices/held-price.service';
import { HeldPriceTable } from './held-prices/held-price-table';
import { HeldPricesAdminController } from './held-prices/held-prices.admin.controller';
import { PreviewService } from './rate-plans/preview.service';
import { PricingController } from './pricing.controller';
import { PricingService } from './pricing.service';
import { RatePlanRepository } from './rate-plans/rate-plan.repository';
import { RatePlanTable } from './rate-plans/rate-plan-table';
import { RatePlanService } from './rate-plans/rate-plan.service';
import { RatePlansAdminController } from './rate-plans/rate-plans.admin.controller';
import { PlanTrees } from './rate-plans/plan-trees';
import { PlanRecalculator } from './rate-plans/plan-recalculator';
import { RecalculationService } from './rate-plans/recalculation.service';
import { PlansChangeService } from './rate-plans/plans-change.service';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RatePlan } from './rate-plans/rate-plan.entity';
import { RateRoomAvailability } from './rate-room-availability.entity';
import { RateRoomAvailabilityRepository } from './rate-room-availability.repository';
import { RateRoomAvailabilityPastRepository } from './rate-room-availability-past.repository';

/** Rate plans with their derivations, their prices and restrictions by date, and their held prices. */
@Module({
  imports: [
    TypeOrmModule.forFeature([HeldPrice, RatePlan, RateRoomAvailability]),
    CalendarModule,
    DatesModule,
    HistoryModule,
    JournalModule,
    PushModule,
    NotificationModule,
    RoomModule,
  ],
  controllers: [PricingController, RatePlansAdminController, HeldPricesAdminController],
  providers: [
    DerivationRules,
    HeldPriceAdministrationService,
    HeldPriceRepository,
    HeldPriceService,
    HeldPriceTable,
    PreviewService,
    PricingService,
    RatePlanRepository,
    RatePlanService,
    RatePlanTable,
    RateRoomAvailabilityPastRepository,
    RateRoomAvailabilityRepository,
    PlanTrees,
    PlanRecalculator,
    RecalculationService,
    PlansChangeService,
  ],
  exports: [
    HeldPriceRepository,
    HeldPriceService,
    PricingService,
    RatePlanRepository,
    RatePlanService,
    RateRoomAvailabilityPastRepository,
    RateRoomAvailabilityRepository,
    PlansChangeService,
  ],
})
export class PricingModule {}
