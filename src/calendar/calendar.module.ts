import { Module } from '@nestjs/common';
import { CalendarLoader } from './calendar-loader';
import { CalendarStore } from './calendar-store';
import { CellReader } from './cell-reader';
import { DerivedPriceService } from './derivation/derived-price.service';
import { DerivedRestrictionService } from './derivation/derived-restriction.service';
import { HistoryModule } from './history/history.module';

/** The calendars of rooms: loaded, changed in memory, saved. */
@Module({
  imports: [HistoryModule],
  providers: [CalendarLoader, CalendarStore, CellReader, DerivedPriceService, DerivedRestrictionService],
  exports: [CalendarStore, CellReader, DerivedPriceService, DerivedRestrictionService],
})
export class CalendarModule {}
