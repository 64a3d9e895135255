import { Module } from '@nestjs/common';
import { HistoryModule } from '../../calendar/history/history.module';
import { PriceStoryAdminController } from './price-story.admin.controller';
import { PriceStoryRepository } from './price-story.repository';
import { PriceStoryService } from './price-story.service';
import { RoomsLeftAdminController } from './rooms-left.admin.controller';
import { RoomsLeftRepository } from './rooms-left.repository';

/** Why a price, or a number of rooms left, is what it is. */
@Module({
  imports: [HistoryModule],
  controllers: [PriceStoryAdminController, RoomsLeftAdminController],
  providers: [PriceStoryRepository, PriceStoryService, RoomsLeftRepository],
})
export class PriceStoryModule {}
