import { Module } from '@nestjs/common';
import { InventoryModule } from '../../inventory/inventory.module';
import { PricingModule } from '../../pricing/pricing.module';
import { CellHistoryService } from './cell-history.service';
import { PriceHistoryRepository } from './price-history.repository';
import { PriceStoryAdminController } from './price-story.admin.controller';
import { PriceStoryRepository } from './price-story.repository';
import { PriceStoryService } from './price-story.service';
import { RestrictionsAdminController } from './restrictions.admin.controller';
import { RoomsLeftAdminController } from './rooms-left.admin.controller';
import { RoomsLeftRepository } from './rooms-left.repository';

/** The stories of prices, of restrictions and of rooms left. */
@Module({
  imports: [InventoryModule, PricingModule],
  controllers: [PriceStoryAdminController, RestrictionsAdminController, RoomsLeftAdminController],
  providers: [
    CellHistoryService,
    PriceHistoryRepository,
    PriceStoryRepository,
    PriceStoryService,
    RoomsLeftRepository,
  ],
})
export class PriceStoryModule {}
