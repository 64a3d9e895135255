import { Module } from '@nestjs/common';
import { CalendarModule } from '../../calendar/calendar.module';
import { PricingModule } from '../../pricing/pricing.module';
import { PushModule } from '../../push/push.module';
import { RoomModule } from '../../room/room.module';
import { ImportController } from './import.controller';
import { ImportRunner } from './import-runner';
import { StoredRecordsReader } from './stored-records';
import { ImportService } from './import.service';

/** Rooms and rate plans from a CSV file. */
@Module({
  imports: [CalendarModule, PricingModule, PushModule, RoomModule],
  controllers: [ImportController],
  providers: [ImportRunner, ImportService, StoredRecordsReader],
})
export class ImportModule {}
