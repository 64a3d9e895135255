import { Module } from '@nestjs/common';
import { HistoryModule } from '../history/history.module';
import { CalendarAdminController } from './calendar.admin.controller';
import { CalendarRepository } from './calendar.repository';
import { CalendarService } from './calendar.service';

/** The calendar of a room, as it is and as it was. */
@Module({
  imports: [HistoryModule],
  controllers: [CalendarAdminController],
  providers: [CalendarRepository, CalendarService],
})
export class CalendarModule {}
