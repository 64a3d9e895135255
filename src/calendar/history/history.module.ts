import { Module } from '@nestjs/common';
import { HistoryRetentionRepository } from './history-retention.repository';
import { HistoryRetentionService } from './history-retention.service';
import { PastCalendarRepository } from './past-calendar.repository';
import { PastCalendarsRepository } from './past-calendars.repository';
import { PriceHistoryRepository } from './price-history.repository';
import { StateRepository } from './state.repository';

/** What rooms, plans, prices and availability were: stored with each push, and looked up. */
@Module({
  providers: [
    HistoryRetentionRepository,
    HistoryRetentionService,
    PastCalendarRepository,
    PastCalendarsRepository,
    PriceHistoryRepository,
    StateRepository,
  ],
  exports: [PastCalendarRepository, PastCalendarsRepository, PriceHistoryRepository, StateRepository],
})
export class HistoryModule {}
