import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiResponse } from '@nestjs/swagger';
import { Scopes } from '../../platform/auth/scopes.decorator';
import type { Call } from '../../platform/http/request-context';
import { CurrentCall } from '../../platform/http/request-context';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { AdministrationApi, ApiProblem } from '../../platform/openapi/api-docs';
import { ClosurePage, ClosureView, CreateClosureDto, ListClosuresDto } from './closure.dto';
import { ClosuresService } from './closures.service';

/** Closes rooms and rate plans for sale, and opens them, for administrators. */
@Controller('admin/closures')
@Scopes('decide')
@AdministrationApi('Closures')
export class ClosuresAdminController {
  constructor(private readonly closures: ClosuresService) {}

  /**
   * Close a room or a rate plan for sale on some dates
   * @remarks It stays closed until people open it: no push lifts a closure, and what pushes set stays visible
   * beneath. Several closures of a date each count. A closure of a rate plan does not close the plans that
   * derive from it.
   */
  @Post()
  @ApiProblem(404, 'There is no such room or rate plan')
  @ApiProblem(409, 'The room has 500 open closures')
  create(@Body() closure: CreateClosureDto, @CurrentCall() call: Call): Promise<ClosureView> {
    return this.closures.create(call, closure);
  }

  /** List closures, the newest first */
  @Get()
  list(@Query() query: ListClosuresDto): Promise<ClosurePage> {
    return this.closures.list(query);
  }

  /**
   * Open a closure: end it
   * @remarks The closure stays in the list, with the time and the name of the token. A repeated call changes
   * nothing.
   */
  @Delete(':id')
  @HttpCode(204)
  @ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' }, description: 'The id of the closure' })
  @ApiResponse({ status: 204, description: 'Opened' })
  @ApiProblem(404, 'There is no such closure')
  open(@Param('id', UuidPipe) id: string, @CurrentCall() call: Call): Promise<void> {
    return this.closures.open(call, id);
  }
}
