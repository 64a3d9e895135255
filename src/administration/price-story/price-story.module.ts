import { Module } from '@nestjs/common';
import { PriceHistoryRepository } from './price-history.repository';
import { PriceStoryAdminController } from './price-story.admin.controller';
import { PriceStoryRepository } from './price-story.repository';
import { PriceStoryService } from './price-story.service';
import { RoomsLeftAdminController } from './rooms-left.admin.controller';
import { RoomsLeftRepository } from './rooms-left.repository';

/** Why a price, or a number of rooms left, is what it is. */
@Module({
  controllers: [PriceStoryAdminController, RoomsLeftAdminController],
  providers: [PriceHistoryRepository, PriceStoryRepository, PriceStoryService, RoomsLeftRepository],
})
export class PriceStoryModule {}
