import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import { Scopes } from '../auth/scopes.decorator';
import type { RoomId } from '../database/id';
import { AdministrationApi, ApiIdParam, ApiProblem } from '../openapi/api-docs';
import { IdPipe } from '../http/id.pipe';
import { notFound } from '../http/problem';
import { requestedRange } from '../http/requested-range';
import { CalendarQueryDto, CalendarView } from './calendar.dto';
import { CalendarRepository } from './calendar.repository';
import { PastCalendarService } from './past-calendar.service';

/** What has been pushed, by date, for the people in the house. */
@Controller('admin/rooms/:roomId/calendar')
@Scopes('admin')
@AdministrationApi('Calendar')
export class CalendarAdminController {
  constructor(
    @InjectEntityManager() private readonly manager: EntityManager,
    private readonly calendar: CalendarRepository,
    private readonly past: PastCalendarService,
  ) {}

  @Get()
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiOperation({
    summary: 'Read the calendar of a room: availability, and the prices of all its rate plans',
    description:
      'A day without availability is left out; so is a plan on a day for which it has no price record.',
  })
  @ApiIdParam('roomId', '1')
  @ApiResponse({ status: 200, type: CalendarView })
  @ApiProblem(404, 'There is no such room')
  async read(
    @Param('roomId', IdPipe) roomId: RoomId,
    @Query() { from, to, at }: CalendarQueryDto,
  ): Promise<string> {
    if (at) return JSON.stringify(await this.past.read(roomId, requestedRange(from, to), new Date(at)));
    const calendar = await this.calendar.read(this.manager, roomId, requestedRange(from, to));
    if (calendar === undefined) throw notFound('room', roomId);
    return calendar;
  }
}
