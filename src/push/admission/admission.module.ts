import { Module } from '@nestjs/common';
import { AdmissionControl } from './admission-control';
import { RoomAccess } from './room-access';
import { RoomPropertyRepository } from './room-property.repository';

/** Decides before the body is read whether a push is admitted: by the capacity, and by the property of its room. */
@Module({
  providers: [AdmissionControl, RoomAccess, RoomPropertyRepository],
  exports: [AdmissionControl, RoomAccess],
})
export class AdmissionModule {}
