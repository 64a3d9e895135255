import { Module } from '@nestjs/common';
import { PricingModule } from '../pricing/pricing.module';
import { HistoryRepository } from './history.repository';
import { HistoryService } from './history.service';

/** What the journal tells about the past. */
@Module({
  imports: [PricingModule],
  providers: [HistoryRepository, HistoryService],
  exports: [HistoryService],
})
export class HistoryModule {}
