import { Module } from '@nestjs/common';
import { CalendarLoader } from './calendar-loader';
import { CalendarStore } from './calendar-store';
import { CellReader } from './cell-reader';
import { DerivedPriceService } from './derivation/derived-price.service';
import { DerivedRestrictionService } from './derivation/derived-restriction.service';
import { HistoryModule } from './history/history.module';

/** Loads the calendars of rooms, changes them in memory, and saves them. */
@Module({
  imports: [HistoryModule],
  providers: [CalendarLoader, CalendarStore, CellReader, DerivedPriceService, DerivedRestrictionService],
  exports: [CalendarStore, CellReader, DerivedPriceService, DerivedRestrictionService],
})
export class CalendarModule {}
