import { Module } from '@nestjs/common';
import { PricingModule } from '../pricing/pricing.module';
import { CalendarAdminController } from './calendar.admin.controller';
import { CalendarRepository } from './calendar.repository';
import { HistoryRepository } from './history.repository';
import { HistoryService } from './history.service';
import { PastCalendarService } from './past-calendar.service';
import { PriceStoryAdminController } from './price-story.admin.controller';
import { PriceStoryService } from './price-story.service';

/** The calendar as it is and as it was, and the story of a price. */
@Module({
  imports: [PricingModule],
  controllers: [CalendarAdminController, PriceStoryAdminController],
  providers: [CalendarRepository, HistoryRepository, HistoryService, PastCalendarService, PriceStoryService],
})
export class HistoryModule {}
