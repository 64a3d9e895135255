import { Module } from '@nestjs/common';
import { HistoryModule } from '../history/history.module';
import { PricingModule } from '../pricing/pricing.module';
import { PriceStoryAdminController } from './price-story.admin.controller';
import { PriceStoryService } from './price-story.service';

/** Why a price is what it is. */
@Module({
  imports: [HistoryModule, PricingModule],
  controllers: [PriceStoryAdminController],
  providers: [PriceStoryService],
})
export class PriceStoryModule {}
