import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
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

  @Get()
  @ApiOperation({ summary: 'List pushes and changes, newest first' })
  @AnswersPage(JournalPage, 'journal', JournalTable, JOURNAL_EXAMPLE)
  list(@Query() query: ListJournalDto): Promise<JournalPage> {
    return this.journal.list(query);
  }

  @Get(':requestId')
  @ApiOperation({ summary: 'Read one push or change: who, when, outcome, and every record with its verdict' })
  @ApiParam({
    name: 'requestId',
    schema: { type: 'string', format: 'uuid' },
    description: 'The X-Request-Id of the call',
  })
  @ApiResponse({ status: 200, type: JournalEntryView })
  @ApiProblem(404, 'There is no such entry')
  read(@Param('requestId', UuidPipe) requestId: string): Promise<JournalEntryView> {
    return this.journal.read(requestId);
  }
}
