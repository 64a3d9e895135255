import { Module } from '@nestjs/common';
import { DatesModule } from '../platform/dates/dates.module';
import { CalendarModule } from '../calendar/calendar.module';
import { HistoryModule } from '../calendar/history/history.module';
import { ClosureRepository } from './closures/closure.repository';
import { JournalModule } from '../push/journal/journal.module';
import { NotificationModule } from '../notification/notification.module';
import { PushModule } from '../push/push.module';
import { RoomAdministrationRepository } from './room-administration.repository';
import { RoomAdministrationService } from './room-administration.service';
import { RoomController } from './room.controller';
import { RoomService } from './room.service';
import { RoomTable } from './room-table';
import { RoomsAdminController } from './rooms.admin.controller';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Room } from './room.entity';
import { SilentRoomsJob } from './silent-rooms.job';

/** Rooms with their capacity and their closures, and the job that reports silent rooms. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Room]),
    CalendarModule,
    DatesModule,
    HistoryModule,
    JournalModule,
    NotificationModule,
    PushModule,
  ],
  controllers: [RoomController, RoomsAdminController],
  providers: [
    ClosureRepository,
    RoomAdministrationRepository,
    RoomAdministrationService,
    RoomService,
    RoomTable,
    SilentRoomsJob,
  ],
  exports: [ClosureRepository, RoomAdministrationRepository, RoomAdministrationService],
})
export class RoomModule {}
