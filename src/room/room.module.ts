import { Module } from '@nestjs/common';
import { JournalModule } from '../journal/journal.module';
import { RoomAvailabilityRepository } from './room-availability.repository';
import { RoomAdministrationRepository } from './room-administration.repository';
import { RoomAdministrationService } from './room-administration.service';
import { RoomController } from './room.controller';
import { RoomRepository } from './room.repository';
import { RoomService } from './room.service';
import { RoomsAdminController } from './rooms.admin.controller';

/** Rooms, their capacity, and their availability by date. */
@Module({
  imports: [JournalModule],
  controllers: [RoomController, RoomsAdminController],
  providers: [
    RoomAdministrationRepository,
    RoomAdministrationService,
    RoomAvailabilityRepository,
    RoomRepository,
    RoomService,
  ],
  exports: [RoomAvailabilityRepository, RoomRepository],
})
export class RoomModule {}
