import { Module } from '@nestjs/common';
import { CalendarModule } from '../../calendar/calendar.module';
import { JournalModule } from '../../push/journal/journal.module';
import { RoomModule } from '../../room/room.module';
import { CalendarAdminController } from './calendar.admin.controller';
import { CalendarPageService } from './calendar-page.service';
import { CalendarPageTable } from './calendar-page-table';
import { CalendarViewService } from './calendar-view.service';
import { CalendarViewTable } from './calendar-view-table';
import { PastRoomsRepository } from './past-rooms.repository';
import { PresentRoomsRepository } from './present-rooms.repository';
import { ShownRoomsService } from './shown-rooms.service';

/** The present and past calendars that people look at. */
@Module({
  imports: [CalendarModule, JournalModule, RoomModule],
  controllers: [CalendarAdminController],
  providers: [
    CalendarPageService,
    CalendarPageTable,
    CalendarViewService,
    CalendarViewTable,
    PastRoomsRepository,
    PresentRoomsRepository,
    ShownRoomsService,
  ],
  exports: [ShownRoomsService],
})
export class CalendarViewsModule {}
