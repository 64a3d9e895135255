import { Module } from '@nestjs/common';
import { CalendarAdminController } from './calendar.admin.controller';
import { CalendarRepository } from './calendar.repository';
import { Clock } from './clock';
import { UpdateWindow } from './update-window';

/** The clock, the update window, and the calendar as people read it. */
@Module({
  controllers: [CalendarAdminController],
  providers: [CalendarRepository, Clock, UpdateWindow],
  exports: [Clock, UpdateWindow],
})
export class CalendarModule {}
