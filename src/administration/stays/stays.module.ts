import { Module } from '@nestjs/common';
import { InventoryModule } from '../../inventory/inventory.module';
import { DatesModule } from '../../platform/dates/dates.module';
import { PricingModule } from '../../pricing/pricing.module';
import { RoomModule } from '../../room/room.module';
import { CalendarModule } from '../../calendar/calendar.module';
import { CalendarViewsModule } from '../calendar/calendar-views.module';
import { SinceFinder } from './since-finder';
import { SinceRepository } from './since.repository';
import { StayRepository } from './stay.repository';
import { StaysAdminController } from './stays.admin.controller';
import { StaysService } from './stays.service';

/** Whether stays can be booked. */
@Module({
  imports: [CalendarModule, CalendarViewsModule, DatesModule, InventoryModule, PricingModule, RoomModule],
  controllers: [StaysAdminController],
  providers: [SinceFinder, SinceRepository, StayRepository, StaysService],
})
export class StaysModule {}
