import { Module } from '@nestjs/common';
import { DatesModule } from '../../platform/dates/dates.module';
import { RoomModule } from '../../room/room.module';
import { CalendarModule } from '../calendar/calendar.module';
import { SinceFinder } from './since-finder';
import { SinceRepository } from './since.repository';
import { StayRepository } from './stay.repository';
import { StaysAdminController } from './stays.admin.controller';
import { StaysService } from './stays.service';

/** Whether stays can be booked. */
@Module({
  imports: [CalendarModule, DatesModule, RoomModule],
  controllers: [StaysAdminController],
  providers: [SinceFinder, SinceRepository, StayRepository, StaysService],
})
export class StaysModule {}
