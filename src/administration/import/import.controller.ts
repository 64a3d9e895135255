import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Scopes } from '../../platform/auth/scopes.decorator';
import type { Call } from '../../platform/http/request-context';
import { CurrentCall } from '../../platform/http/request-context';
import { AdministrationApi, ApiProblem } from '../../platform/openapi/api-docs';
import { ImportDto, ImportResult } from './import.dto';
import { ImportService } from './import.service';

const MAX_BYTES = 262_144;

/** Imports rooms and rate plans, for administrators. */
@Controller('admin/import')
@Scopes('admin')
@AdministrationApi('Rooms')
export class ImportController {
  constructor(private readonly imports: ImportService) {}

  /**
   * Import rooms and rate plans from CSV
   * @remarks A line is about a room and, if its columns are filled, a rate plan. Both are found by their ids,
   * made if they are not there, and changed where a cell differs; an empty cell leaves a value unchanged. The
   * rule of a derived plan is a percentage and then an amount of the price of `Derived from`, a rate plan id.
   * All of the file is applied in one transaction, or nothing; each change has a journal entry. With
   * `dryRun`, nothing is applied, and the answer says what would be. `GET /admin/rooms` with `Accept:
   * text/csv` has the same columns.
   */
  @Post()
  @RouteConfig({ maxBytes: MAX_BYTES })
  @HttpCode(200)
  @ApiProblem(400, 'The file has problems, and nothing was imported', [
    { pointer: '/csv', message: 'line 3, Guests: must be an integer number' },
  ])
  @ApiProblem(409, 'The changes are not those of the `preview`')
  @ApiProblem(413, 'The body is larger than 256 KiB')
  import(@Body() file: ImportDto, @CurrentCall() call: Call): Promise<ImportResult> {
    return this.imports.import(call, file);
  }
}
