import { Module } from '@nestjs/common';
import { CalendarAdminController } from './calendar.admin.controller';
import { CalendarService } from './calendar.service';
import { CalendarsRepository } from './calendars.repository';
import { CalendarsService } from './calendars.service';
import { PastCalendarsRepository } from './past-calendars.repository';
import { PresentCalendars } from './present-calendars';

/** The present and past calendars of rooms. */
@Module({
  controllers: [CalendarAdminController],
  providers: [
    CalendarService,
    CalendarsRepository,
    CalendarsService,
    PastCalendarsRepository,
    PresentCalendars,
  ],
})
export class CalendarModule {}
