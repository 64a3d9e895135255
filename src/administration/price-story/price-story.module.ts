import { Module } from '@nestjs/common';
import { HistoryModule } from '../../calendar/history/history.module';
import { PriceStoryAdminController } from './price-story.admin.controller';
import { PriceStoryRepository } from './price-story.repository';
import { PriceStoryService } from './price-story.service';

/** Why a price is what it is. */
@Module({
  imports: [HistoryModule],
  controllers: [PriceStoryAdminController],
  providers: [PriceStoryRepository, PriceStoryService],
})
export class PriceStoryModule {}
