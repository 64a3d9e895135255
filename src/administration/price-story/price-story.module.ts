import { Module } from '@nestjs/common';
import { PriceHistoryRepository } from './price-history.repository';
import { PriceStoryAdminController } from './price-story.admin.controller';
import { PriceStoryRepository } from './price-story.repository';
import { PriceStoryService } from './price-story.service';

/** The story of a price. */
@Module({
  controllers: [PriceStoryAdminController],
  providers: [PriceHistoryRepository, PriceStoryRepository, PriceStoryService],
})
export class PriceStoryModule {}
