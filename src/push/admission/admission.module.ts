import { Module } from '@nestjs/common';
import { LoadControl } from './load-control';

/** How many pushes are in flight, and which are shed. */
@Module({
  providers: [LoadControl],
  exports: [LoadControl],
})
export class AdmissionModule {}
