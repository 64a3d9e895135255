import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AdmissionControl } from './admission-control';
import { EventLoopLag } from './event-loop-lag';
import { PermitInterceptor } from './permit.interceptor';

/** How many pushes are in flight, and which are shed. */
@Module({
  providers: [AdmissionControl, EventLoopLag, { provide: APP_INTERCEPTOR, useClass: PermitInterceptor }],
  exports: [AdmissionControl],
})
export class AdmissionModule {}
