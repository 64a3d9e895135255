import { Controller, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { Scopes } from '../../platform/auth/scopes.decorator';
import type { Call } from '../../platform/http/request-context';
import { CurrentCall } from '../../platform/http/request-context';
import { readText } from '../../platform/http/text-body';
import { AdministrationApi, ApiProblem } from '../../platform/openapi/api-docs';
import { AnswersWithProgress } from '../../platform/openapi/progress-answer';
import { ImportQuery, ImportResult, SAMPLE } from './import.dto';
import { ImportService } from './import.service';

const CSV = 'text/csv';
const MAX_BYTES = 1_048_576;

/** Imports rooms and rate plans, for administrators. */
@Controller('admin/import')
@Scopes('admin')
@AdministrationApi('Rooms')
export class ImportController {
  constructor(private readonly imports: ImportService) {}

  /**
   * Import rooms and rate plans from CSV
   * @remarks A line is about a room and, if its columns are filled, a rate plan. Both are found by their ids. A line
   * without an id finds its room by the names of the hotel and the room, and its plan by its name in the room. They are
   * made if they are not there, and changed where a cell differs; an empty cell leaves a value unchanged. A file
   * makes at most 1,000 rooms and rate plans, and changes at most 500. The rule of a derived plan is a percentage and then an amount of the price of `Derived from`: the id of a rate plan, or
   * the name of one in the same room. All of the file is applied in one transaction, or nothing; each change has a
   * journal entry. With `dryRun=true`, nothing is applied, and the answer says what would be. `GET /admin/rooms` with
   * `Accept: text/csv` has the same columns.
   */
  @Post()
  @RouteConfig({ maxRawBytes: MAX_BYTES })
  @HttpCode(200)
  @ApiConsumes(CSV)
  @AnswersWithProgress(ImportResult, 'Imported; with `dryRun`, what would be imported')
  @ApiBody({
    required: true,
    description: 'The file in UTF-8, with a line of titles and at most 5,000 other lines',
    schema: { type: 'string' },
    examples: { 'A new hotel': { value: SAMPLE } },
  })
  @ApiProblem(400, 'The file has problems, and nothing was imported', [
    { pointer: '', message: 'line 3, Guests: must be an integer number' },
  ])
  @ApiProblem(409, 'The changes are not those of the `preview`')
  @ApiProblem(413, 'The body is larger than 1 MiB')
  @ApiProblem(415, 'The body is not text/csv in UTF-8')
  import(
    @Req() request: FastifyRequest,
    @Query() query: ImportQuery,
    @CurrentCall() call: Call,
  ): Promise<ImportResult> {
    return this.imports.import(call, readText(request, CSV), query);
  }
}
