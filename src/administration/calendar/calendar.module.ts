import { Module } from '@nestjs/common';
import { HistoryModule } from '../../calendar/history/history.module';
import { CalendarAdminController } from './calendar.admin.controller';
import { CalendarRepository } from './calendar.repository';
import { CalendarService } from './calendar.service';
import { CalendarsRepository } from './calendars.repository';
import { CalendarsService } from './calendars.service';
import { PresentCalendars } from './present-calendars';

/** The calendar of a room, and of many, as it is and as it was. */
@Module({
  imports: [HistoryModule],
  controllers: [CalendarAdminController],
  providers: [CalendarRepository, CalendarService, CalendarsRepository, CalendarsService, PresentCalendars],
})
export class CalendarModule {}
