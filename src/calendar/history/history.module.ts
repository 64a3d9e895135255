import { Module } from '@nestjs/common';
import { HistoryRetentionRepository } from './history-retention.repository';
import { HistoryRetentionService } from './history-retention.service';
import { StateRepository } from './state.repository';

/** The past of rooms, plans, prices and availability, which each push extends. */
@Module({
  providers: [HistoryRetentionRepository, HistoryRetentionService, StateRepository],
  exports: [StateRepository],
})
export class HistoryModule {}
