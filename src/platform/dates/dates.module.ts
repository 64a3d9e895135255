import { Module } from '@nestjs/common';
import { Clock } from './clock';
import { UpdateWindow } from './update-window';

@Module({
  providers: [Clock, UpdateWindow],
  exports: [Clock, UpdateWindow],
})
export class DatesModule {}
