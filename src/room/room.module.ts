import { Module } from '@nestjs/common';
import { PushModule } from '../push/push.module';
import { RoomAvailabilityRepository } from './room-availability.repository';
import { RoomAdministrationRepository } from './room-administration.repository';
import { RoomAdministrationService } from './room-administration.service';
import { RoomController } from './room.controller';
import { RoomRepository } from './room.repository';
import { RoomService } from './room.service';
import { RoomsAdminController } from './rooms.admin.controller';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Room } from './room.entity';
import { RoomAvailability } from './room-availability.entity';

/** Rooms, their capacity, and their availability by date. */
@Module({
  imports: [TypeOrmModule.forFeature([Room, RoomAvailability]), PushModule],
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
