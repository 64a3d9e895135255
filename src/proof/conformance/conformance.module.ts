import { Module } from '@nestjs/common';
import { DatesModule } from '../../platform/dates/dates.module';
import { SandboxesModule } from '../sandboxes/sandboxes.module';
import { ConformanceAdminController, ConformanceController } from './conformance.controller';
import { ConformanceService } from './conformance.service';
import { SentCallsRepository } from './sent-calls.repository';

/** The verdicts on senders in their sandboxes. */
@Module({
  imports: [DatesModule, SandboxesModule],
  controllers: [ConformanceController, ConformanceAdminController],
  providers: [ConformanceService, SentCallsRepository],
})
export class ConformanceModule {}
