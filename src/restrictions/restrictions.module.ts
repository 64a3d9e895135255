import { Module } from '@nestjs/common';
import { CalendarModule } from '../calendar/calendar.module';
import { NotificationModule } from '../notification/notification.module';
import { DatesModule } from '../platform/dates/dates.module';
import { PushModule } from '../push/push.module';
import { BlackoutService } from './blackout.service';
import { RestrictionsController } from './restrictions.controller';
import { StayRestrictionService } from './stay-restriction.service';

@Module({
  imports: [CalendarModule, DatesModule, NotificationModule, PushModule],
  controllers: [RestrictionsController],
  providers: [BlackoutService, StayRestrictionService],
  exports: [StayRestrictionService],
})
export class RestrictionsModule {}
