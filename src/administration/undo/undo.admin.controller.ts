import { applyDecorators, Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Scopes } from '../../platform/auth/scopes.decorator';
import type { Call } from '../../platform/http/request-context';
import { CurrentCall } from '../../platform/http/request-context';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { AdministrationApi, ApiProblem } from '../../platform/openapi/api-docs';
import { UndoDto, UndoneDto, UndoView } from './undo.dto';
import { UndoService } from './undo.service';

const RULES =
  'Each cell returns to its earlier value, unless something else has changed it since: newer work is never ' +
  'overwritten. That includes the cells of derived plans that the pushes changed, also of plans that were detached or ' +
  'moved since: these are listed and counted like pushed ones. Derived prices follow. A price without an earlier record becomes not set; rooms left without one ' +
  'become 0. Rooms are undone one after the other. Each has its own journal entry, which can be undone as well. An ' +
  'undo that takes longer than 10 s is answered with its progress and continues. A repeated request changes nothing ' +
  'the second time.';

const RULES_OF_PLANS =
  'A change of several rate plans is undone in one transaction with all its rooms, and needs the scope `admin`: each ' +
  'plan whose rule or guard nothing else has changed since gets the earlier one back, and its prices are recalculated.';

const ApiRequestId = () =>
  ApiParam({
    name: 'requestId',
    schema: { type: 'string', format: 'uuid' },
    description: 'The request id of the call',
  });

function ApiUndone(): MethodDecorator {
  return applyDecorators(
    ApiResponse({
      status: 200,
      type: UndoView,
      description: 'The finished undo; with dryRun, what it would do',
    }),
    ApiResponse({
      status: 202,
      type: UndoView,
      description: 'The undo continues; this is its progress so far. GET the Location for later progress',
      headers: {
        Location: {
          schema: { type: 'string' },
          example: '/admin/journal/undo/019aa5f2-0c6b-7d3e-9f0a-4b8f5d2c1e77',
        },
      },
    }),
  );
}

/** Undoes pushes, for administrators. */
@Controller('admin/journal')
@Scopes('decide')
@AdministrationApi('Journal')
export class UndoAdminController {
  constructor(private readonly undos: UndoService) {}

  /** Undo the pushes of a period: those of a token, a room or a rate plan, or all of them */
  @Post('undo')
  @HttpCode(200)
  @ApiOperation({ operationId: 'undoPushes', description: RULES })
  @ApiUndone()
  async undoPushes(
    @Body() undone: UndoneDto,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UndoView> {
    return answer(reply, await this.undos.undoPushes(call, undone));
  }

  /**
   * Read the progress of an undo, by the request id of the call that requested it
   * @remarks The service keeps it for 30 days after its end. The journal keeps the entries.
   */
  @Get('undo/:requestId')
  @ApiOperation({ operationId: 'readUndo' })
  @ApiRequestId()
  @ApiProblem(404, 'There is no such undo')
  read(@Param('requestId', UuidPipe) requestId: string): Promise<UndoView> {
    return this.undos.read(requestId);
  }

  /** Undo one push, release of held prices, recalculation, change of several rate plans, or undo */
  @Post(':requestId/undo')
  @HttpCode(200)
  @ApiOperation({ operationId: 'undoEntry', description: `${RULES} ${RULES_OF_PLANS}` })
  @ApiRequestId()
  @ApiUndone()
  @ApiProblem(404, 'There is no such entry')
  @ApiProblem(409, 'The entry is of something that cannot be undone')
  async undoEntry(
    @Param('requestId', UuidPipe) requestId: string,
    @Body() { dryRun }: UndoDto,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UndoView> {
    return answer(reply, await this.undos.undoEntry(call, requestId, dryRun));
  }
}

function answer(reply: FastifyReply, undo: UndoView): UndoView {
  const isRunning = undo.state === 'running';
  void reply.status(isRunning ? 202 : 200);
  if (isRunning) void reply.header('location', `/admin/journal/undo/${undo.undoId}`);
  return undo;
}
