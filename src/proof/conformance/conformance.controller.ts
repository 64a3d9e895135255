import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Scopes } from '../../platform/auth/scopes.decorator';
import type { Call } from '../../platform/http/request-context';
import { CurrentCall } from '../../platform/http/request-context';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import {
  ACCESS_TOKEN,
  AdministrationApi,
  ApiAnswer,
  ApiProblem,
  Failures,
} from '../../platform/openapi/api-docs';
import { conformancePage } from './conformance-page';
import { ConformanceQueryDto, ConformanceView } from './conformance.dto';
import { ConformanceService } from './conformance.service';

/** Returns the scenarios that a sender has passed in its sandbox. */
@Controller('conformance')
@Scopes('push')
@ApiTags('Channel manager: proof')
@ApiBearerAuth(ACCESS_TOKEN)
@Failures()
@ApiProblem(400, 'The format is wrong', [{ pointer: '/format', message: 'must be one of: json, html' }])
export class ConformanceController {
  constructor(private readonly conformance: ConformanceService) {}

  /**
   * Read which scenarios a sender has passed in its sandbox, and what is missing
   * @remarks Needs the token of a sandbox. Twenty scenarios, and some optional ones, are judged by the calls
   * of this token in the journal, in any order. `format=html` is a report to print.
   */
  @Get()
  @ApiOperation({ operationId: 'readConformance' })
  @ApiAnswer(200, 'The report', {
    'application/json': { schema: { $ref: getSchemaPath(ConformanceView) } },
    'text/html': { schema: { type: 'string' }, example: '<!doctype html>…' },
  })
  async read(
    @Query() { format }: ConformanceQueryDto,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ConformanceView | string> {
    const report = await this.conformance.judgeOwn(call);
    if (format !== 'html') return report;
    void reply.type('text/html; charset=utf-8');
    return conformancePage(report);
  }
}

/** Returns the scenarios that a sender has passed, for administrators. */
@Controller('admin/sandboxes/:id/conformance')
@Scopes('admin')
@AdministrationApi('Sandboxes')
export class ConformanceAdminController {
  constructor(private readonly conformance: ConformanceService) {}

  /** Read which scenarios the sender of a sandbox has passed */
  @Get()
  @ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' }, description: 'The id of the sandbox' })
  @ApiProblem(404, 'There is no such sandbox')
  read(@Param('id', UuidPipe) id: string): Promise<ConformanceView> {
    return this.conformance.judge(id);
  }
}
