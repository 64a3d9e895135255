import { Module } from '@nestjs/common';
import { HistoryRetentionRepository } from './history-retention.repository';
import { StateRepository } from './state.repository';

/** The past of rooms, plans and their values by date, which each push extends. */
@Module({
  providers: [HistoryRetentionRepository, StateRepository],
  exports: [HistoryRetentionRepository, StateRepository],
})
export class HistoryModule {}
