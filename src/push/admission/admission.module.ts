import { Module } from '@nestjs/common';
import { AdmissionControl } from './admission-control';
import { EventLoopLag } from './event-loop-lag';

/** How many pushes are in flight, and which are shed. */
@Module({
  providers: [AdmissionControl, EventLoopLag],
  exports: [AdmissionControl, EventLoopLag],
})
export class AdmissionModule {}
