import { Controller, Get, Param, Query } from '@nestjs/common';
import { Scopes } from '../../platform/auth/scopes.decorator';
import { RoomAvailabilityPastRepository } from '../../inventory/room-availability-past.repository';
import type { RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { normalizeMoment } from '../../platform/dates/microseconds';
import { DatePipe } from '../../platform/http/date.pipe';
import { IdPipe } from '../../platform/http/id.pipe';
import { notFound } from '../../platform/http/problem';
import { AdministrationApi, ApiDateParam, ApiIdParam, ApiProblem } from '../../platform/openapi/api-docs';
import { PriceStoryQueryDto } from './price-story.dto';
import { RoomsLeftStory } from './rooms-left.dto';
import { RoomsLeftRepository } from './rooms-left.repository';

/** Lists the changes of the rooms left and of the closed state of a date, for administrators. */
@Controller('admin/rooms/:roomId/roomsLeft')
@Scopes('admin')
@AdministrationApi('Calendar')
export class RoomsLeftAdminController {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly stories: RoomsLeftRepository,
    private readonly past: RoomAvailabilityPastRepository,
  ) {}

  /** Read the changes of the rooms left on a date, and of its closed state: the caller, the time and the values */
  @Get(':date')
  @ApiIdParam('roomId', '1')
  @ApiDateParam('date', 7)
  @ApiProblem(404, 'There is no such room')
  read(
    @Param('roomId', IdPipe) roomId: RoomId,
    @Param('date', DatePipe) date: CalendarDate,
    @Query() { limit, cursor }: PriceStoryQueryDto,
  ): Promise<RoomsLeftStory> {
    return this.transactions.read(async (manager) => {
      const knownSince = await this.stories.findKnownSince(manager, roomId);
      if (knownSince === undefined) throw notFound('room', roomId);
      const query = { roomId, date, before: cursor === undefined ? null : normalizeMoment(cursor) };
      const found = await this.past.listChanges(manager, query, knownSince, limit + 1);
      const history = found.slice(0, limit);
      const nextCursor = found.length > limit ? (history.at(-1)?.at ?? null) : null;
      return { roomId, date, knownSince, history, nextCursor };
    });
  }
}
