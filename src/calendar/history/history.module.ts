import { Module } from '@nestjs/common';
import { BackfillService } from './backfill.service';
import { HistoryRetentionRepository } from './history-retention.repository';
import { HistoryRetentionService } from './history-retention.service';
import { PastCalendarRepository } from './past-calendar.repository';
import { PastCalendarsRepository } from './past-calendars.repository';
import { PriceHistoryRepository } from './price-history.repository';
import { SetSinceRepository } from './set-since.repository';
import { StateRepository } from './state.repository';
import { TimelineRepository } from './timeline.repository';
import { TimelineService } from './timeline.service';

/** What rooms, plans, prices and availability were: stored with each push, and looked up. */
@Module({
  providers: [
    BackfillService,
    HistoryRetentionRepository,
    HistoryRetentionService,
    PastCalendarRepository,
    PastCalendarsRepository,
    PriceHistoryRepository,
    SetSinceRepository,
    StateRepository,
    TimelineRepository,
    TimelineService,
  ],
  exports: [
    PastCalendarRepository,
    PastCalendarsRepository,
    PriceHistoryRepository,
    SetSinceRepository,
    StateRepository,
    TimelineService,
  ],
})
export class HistoryModule {}
