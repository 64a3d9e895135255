import { Module } from '@nestjs/common';
import { CalendarModule } from '../../calendar/calendar.module';
import { DatesModule } from '../../platform/dates/dates.module';
import { PricingModule } from '../../pricing/pricing.module';
import { PushModule } from '../../push/push.module';
import { RoomModule } from '../../room/room.module';
import { ClosuresAdminController } from './closures.admin.controller';
import { ClosuresService } from './closures.service';

/** Rooms and rate plans that people close for sale. */
@Module({
  imports: [CalendarModule, DatesModule, PricingModule, PushModule, RoomModule],
  controllers: [ClosuresAdminController],
  providers: [ClosuresService],
})
export class ClosuresModule {}
