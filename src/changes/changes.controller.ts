import { Controller, Get, Header, Headers, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Scopes } from '../platform/auth/scopes.decorator';
import {
  ACCESS_TOKEN,
  ApiAnswer,
  ApiProblem,
  Failures,
  REQUEST_ID_EXAMPLE,
} from '../platform/openapi/api-docs';
import { ChangeStreamsService } from './change-streams.service';
import { CURSOR_EXAMPLE, ChangePage, ChangesQueryDto, ChangeStreamQueryDto } from './changes.dto';
import { ChangesService } from './changes.service';

const EVENT_EXAMPLE = `retry: 1000

id: ${CURSOR_EXAMPLE}
data: {"cursor":"${CURSOR_EXAMPLE}","requestId":"${REQUEST_ID_EXAMPLE}","at":"2025-11-17T18:00:01.123456Z","roomId":"1","kind":"inventory","ratePlanIds":[],"from":"2026-12-24","to":"2026-12-24"}
`;

/** The feed of changes for the booking engine. */
@Controller('changes')
@Scopes('read')
@ApiTags('Booking engine')
@ApiBearerAuth(ACCESS_TOKEN)
@Failures()
@ApiProblem(400, 'The cursor or the limit is invalid', [
  { pointer: '/after', message: 'must be a cursor of the feed, or now' },
])
@ApiProblem(410, 'The cursor is too old: changes after it are deleted. Continue from the cursor `oldest`', [
  { pointer: '/after', message: 'is too old' },
])
export class ChangesController {
  constructor(
    private readonly changes: ChangesService,
    private readonly streams: ChangeStreamsService,
  ) {}

  /**
   * Read which rooms have changed, in the order of the commits
   * @remarks One item for each room that a push or a change has changed, including rooms with derived prices.
   * A client that always continues from `nextCursor` misses none.
   */
  @Get()
  @ApiResponse({ status: 200, type: ChangePage })
  @Header('content-type', 'application/json; charset=utf-8')
  async read(@Query() { after, limit }: ChangesQueryDto): Promise<Buffer> {
    return Buffer.from(await this.changes.read(after, limit));
  }

  /**
   * Read the same changes as Server-Sent Events
   * @remarks Each item is the `data` of an event whose `id` is its cursor. `Last-Event-ID` continues from
   * there. A comment every 15 s keeps proxies from closing the connection.
   */
  @Get('stream')
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The position to continue from, instead of `after`',
  })
  @ApiAnswer(200, 'An endless stream of events', {
    'text/event-stream': { schema: { type: 'string' }, example: EVENT_EXAMPLE },
  })
  async stream(
    @Query() { after }: ChangeStreamQueryDto,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() { user }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const events = await this.streams.open(reply.raw, user?.id ?? '', lastEventId ?? after);
    // The connection ends with the stream, so that the shutdown finds no open connection.
    const headers = {
      'cache-control': 'no-store, no-transform',
      connection: 'close',
      'x-accel-buffering': 'no',
    };
    void reply.type('text/event-stream; charset=utf-8').headers(headers).send(events);
  }
}
