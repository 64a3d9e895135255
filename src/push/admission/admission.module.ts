import { Module } from '@nestjs/common';
import { LoadControl } from './load-control';

/** Counts the pushes in flight and sheds those above the capacity. */
@Module({
  providers: [LoadControl],
  exports: [LoadControl],
})
export class AdmissionModule {}
