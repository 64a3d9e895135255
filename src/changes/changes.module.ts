import { Module } from '@nestjs/common';
import { AuthModule } from '../platform/auth/auth.module';
import { JournalModule } from '../push/journal/journal.module';
import { ChangeStreamsService } from './change-streams.service';
import { CHANGE_STREAMS_TIMING, DEFAULT_TIMING } from './change-streams.timing';
import { ChangesController } from './changes.controller';
import { ChangesRepository } from './changes.repository';
import { ChangesService } from './changes.service';

/** Provides the feed of changes, as pages and as a stream. */
@Module({
  imports: [AuthModule, JournalModule],
  controllers: [ChangesController],
  providers: [
    ChangeStreamsService,
    ChangesRepository,
    ChangesService,
    { provide: CHANGE_STREAMS_TIMING, useValue: DEFAULT_TIMING },
  ],
})
export class ChangesModule {}
