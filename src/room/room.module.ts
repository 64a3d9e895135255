import { Module } from '@nestjs/common';
import { JournalModule } from '../journal/journal.module';
import { RoomAvailabilityRepository } from './room-availability.repository';
import { RoomController } from './room.controller';
import { RoomRepository } from './room.repository';
import { RoomService } from './room.service';

/** Rooms, their capacity, and their availability by date. */
@Module({
  imports: [JournalModule],
  controllers: [RoomController],
  providers: [RoomAvailabilityRepository, RoomRepository, RoomService],
  exports: [RoomAvailabilityRepository, RoomRepository],
})
export class RoomModule {}
