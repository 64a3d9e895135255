import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { JournalRepository } from './journal.repository';
import { PushRunner } from './push-runner';

/** The journal of what the channel manager calls, and the way a push is carried out under its entry. */
@Module({
  imports: [AuthModule],
  providers: [JournalRepository, PushRunner],
  exports: [PushRunner],
})
export class JournalModule {}
