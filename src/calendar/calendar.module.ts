import { Module } from '@nestjs/common';
import { CalendarLoader } from './calendar-loader';
import { CalendarStore } from './calendar-store';
import { DerivedPriceService } from './derivation/derived-price.service';
import { HistoryModule } from './history/history.module';

/** The calendars of rooms: loaded, changed in memory, saved. */
@Module({
  imports: [HistoryModule],
  providers: [CalendarLoader, CalendarStore, DerivedPriceService],
  exports: [CalendarStore, DerivedPriceService],
})
export class CalendarModule {}
