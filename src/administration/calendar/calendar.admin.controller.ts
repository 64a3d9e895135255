import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { Scopes } from '../../platform/auth/scopes.decorator';
import type { RoomId } from '../../platform/database/id';
import { AdministrationApi, ApiIdParam, ApiProblem } from '../../platform/openapi/api-docs';
import { AnswersPage } from '../../platform/openapi/csv-answer';
import { IdPipe } from '../../platform/http/id.pipe';
import { requestedRange } from '../../platform/http/requested-range';
import { CalendarViewQueryDto, CalendarView } from './calendar-view.dto';
import { CALENDAR_VIEW_EXAMPLE, CalendarViewTable } from './calendar-view-table';
import { CalendarViewService } from './calendar-view.service';
import { CalendarPage, CalendarPageQueryDto } from './calendar-page.dto';
import { CALENDAR_PAGE_EXAMPLE, CalendarPageTable } from './calendar-page-table';
import { CalendarPageService } from './calendar-page.service';

/**
 * More days do not fit on a screen, and their prices for all rooms of a property would exceed the size limit of an answer.
 */
const MAX_DAYS = 62;

/** Reads the calendar of one or many rooms, for administrators. */
@Controller('admin')
@Scopes('admin')
@AdministrationApi('Calendar')
export class CalendarAdminController {
  constructor(
    private readonly view: CalendarViewService,
    private readonly page: CalendarPageService,
  ) {}

  /**
   * Read the calendar of a room: availability, and the prices of all its rate plans
   * @remarks It leaves out days without availability, and plans without a price record on a day. No answer is
   * larger than 4 MiB: with many plans, it ends at an earlier day and has a `nextCursor`.
   */
  @Get('rooms/:roomId/calendar')
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiIdParam('roomId', '1')
  @AnswersPage(CalendarView, 'calendar', CalendarViewTable, CALENDAR_VIEW_EXAMPLE)
  @ApiProblem(
    404,
    'There is no such room, there was none at that moment, or the past of that moment is not known',
  )
  async read(
    @Param('roomId', IdPipe) roomId: RoomId,
    @Query() { from, to, at, cursor }: CalendarViewQueryDto,
  ): Promise<string> {
    return this.view.read(roomId, requestedRange(from, to), at, cursor);
  }

  /**
   * Read the calendar of many rooms: availability, prices, and where each price comes from
   * @remarks Rooms come in the order of their ids, with all their rate plans in the order of derivation.
   * Every row has one value for each date, from `from` to `to`. With `at`, the answer has the rooms and plans
   * of that moment.
   */
  @Get('calendar')
  @Header('content-type', 'application/json; charset=utf-8')
  @AnswersPage(CalendarPage, 'calendars', CalendarPageTable, CALENDAR_PAGE_EXAMPLE)
  @ApiProblem(404, 'Nothing is known of that moment. The problem names the beginning of the known past')
  list(@Query() { from, to, ...query }: CalendarPageQueryDto): Promise<string> {
    return this.page.list(query, requestedRange(from, to, MAX_DAYS));
  }
}
