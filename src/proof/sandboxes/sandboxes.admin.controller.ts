import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiResponse } from '@nestjs/swagger';
import { Scopes } from '../../platform/auth/scopes.decorator';
import type { Call } from '../../platform/http/request-context';
import { CurrentCall } from '../../platform/http/request-context';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { AdministrationApi, ApiProblem } from '../../platform/openapi/api-docs';
import { CreatedSandbox, CreateSandboxDto, ListSandboxesDto, SandboxPage } from './sandbox.dto';
import { SandboxService } from './sandbox.service';

/** Manages sandboxes, for administrators. */
@Controller('admin/sandboxes')
@Scopes('admin')
@AdministrationApi('Sandboxes')
export class SandboxesAdminController {
  constructor(private readonly sandboxes: SandboxService) {}

  /**
   * Create a sandbox: a property with two rooms, five rate plans and a token of its own
   * @remarks The token has the scope push, and is for this property alone. Only this answer shows its value.
   * A sandbox is not in the feed of changes, and nobody gets e-mails about it.
   */
  @Post()
  @ApiProblem(409, 'There are 100 sandboxes')
  create(@Body() sandbox: CreateSandboxDto, @CurrentCall() call: Call): Promise<CreatedSandbox> {
    return this.sandboxes.create(call, sandbox);
  }

  /** List sandboxes, without the values of their tokens */
  @Get()
  list(@Query() query: ListSandboxesDto): Promise<SandboxPage> {
    return this.sandboxes.list(query);
  }

  /** Delete a sandbox with all that it holds: rooms, rate plans, calendar, past, journal and token */
  @Delete(':id')
  @HttpCode(204)
  @ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' }, description: 'The id of the sandbox' })
  @ApiResponse({ status: 204, description: 'Deleted' })
  @ApiProblem(404, 'There is no such sandbox')
  remove(@Param('id', UuidPipe) id: string, @CurrentCall() call: Call): Promise<void> {
    return this.sandboxes.remove(call, id);
  }
}
