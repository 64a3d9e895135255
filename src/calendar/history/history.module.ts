import { Module } from '@nestjs/common';
import { HistoryRetentionRepository } from './history-retention.repository';
import { HistoryRetentionService } from './history-retention.service';
import { StateRepository } from './state.repository';

/** What rooms, plans, prices and availability were: stored with each push, and looked up. */
@Module({
  providers: [HistoryRetentionRepository, HistoryRetentionService, StateRepository],
  exports: [StateRepository],
})
export class HistoryModule {}
