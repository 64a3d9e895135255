import { Module } from '@nestjs/common';
import { CalendarAdminController } from './calendar.admin.controller';
import { CalendarService } from './calendar.service';
import { CalendarTable } from './calendar-table';
import { CalendarsTable } from './calendars-table';
import { JournalModule } from '../../push/journal/journal.module';
import { CalendarsRepository } from './calendars.repository';
import { CalendarsService } from './calendars.service';
import { PastCalendarsRepository } from './past-calendars.repository';
import { RoomModule } from '../../room/room.module';
import { PresentCalendars } from './present-calendars';

/** The present and past calendars of rooms. */
@Module({
  imports: [JournalModule, RoomModule],
  controllers: [CalendarAdminController],
  providers: [
    CalendarService,
    CalendarTable,
    CalendarsRepository,
    CalendarsService,
    CalendarsTable,
    PastCalendarsRepository,
    PresentCalendars,
  ],
  exports: [PastCalendarsRepository, PresentCalendars],
})
export class CalendarModule {}
