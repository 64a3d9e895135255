import { Module } from '@nestjs/common';
import { ChecksumsController } from './checksums.controller';
import { ChecksumsRepository } from './checksums.repository';
import { ChecksumsService } from './checksums.service';

/** Checksums of the stored calendar. */
@Module({
  controllers: [ChecksumsController],
  providers: [ChecksumsRepository, ChecksumsService],
})
export class ChecksumsModule {}
