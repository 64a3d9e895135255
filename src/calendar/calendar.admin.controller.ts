import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Scopes } from '../auth/scopes.decorator';
import type { RoomId } from '../database/id';
import { AdministrationApi, ApiIdParam, ApiProblem } from '../openapi/api-docs';
import { IdPipe } from '../http/id.pipe';
import { requestedRange } from '../http/requested-range';
import { CalendarQueryDto, CalendarView } from './calendar.dto';
import { CalendarService } from './calendar.service';

/** The calendar of a room, for administrators. */
@Controller('admin/rooms/:roomId/calendar')
@Scopes('admin')
@AdministrationApi('Calendar')
export class CalendarAdminController {
  constructor(private readonly calendar: CalendarService) {}

  @Get()
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiOperation({
    summary: 'Read the calendar of a room: availability, and the prices of all its rate plans',
    description:
      'A day without availability is left out; so is a plan on a day for which it has no price record.',
  })
  @ApiIdParam('roomId', '1')
  @ApiResponse({ status: 200, type: CalendarView })
  @ApiProblem(404, 'There is no such room, or was none at that moment, or that is not known')
  async read(
    @Param('roomId', IdPipe) roomId: RoomId,
    @Query() { from, to, at }: CalendarQueryDto,
  ): Promise<string> {
    const range = requestedRange(from, to);
    return at ? this.calendar.readAt(roomId, range, at) : this.calendar.read(roomId, range);
  }
}
