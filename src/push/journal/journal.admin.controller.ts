import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { Scopes } from '../../platform/auth/scopes.decorator';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { AdministrationApi, ApiProblem } from '../../platform/openapi/api-docs';
import { AnswersPage } from '../../platform/openapi/csv-answer';
import { JournalAdministrationService } from './journal-administration.service';
import { JournalTable } from './journal-table';
import { JOURNAL_EXAMPLE } from './journal.docs';
import { JournalEntryView, JournalPage, ListJournalDto } from './journal.dto';

/** Reads the journal, for administrators. */
@Controller('admin/journal')
@Scopes('admin')
@AdministrationApi('Journal')
export class JournalAdminController {
  constructor(private readonly journal: JournalAdministrationService) {}

  /** List pushes and changes, newest first */
  @Get()
  @AnswersPage(JournalPage, 'journal', JournalTable, JOURNAL_EXAMPLE)
  list(@Query() query: ListJournalDto): Promise<JournalPage> {
    return this.journal.list(query);
  }

  /** Read one push or change: who, when, outcome, and every record with its verdict */
  @Get(':requestId')
  @ApiParam({
    name: 'requestId',
    schema: { type: 'string', format: 'uuid' },
    description: 'The X-Request-Id of the call',
  })
  @ApiProblem(404, 'There is no such entry')
  read(@Param('requestId', UuidPipe) requestId: string): Promise<JournalEntryView> {
    return this.journal.read(requestId);
  }
}
