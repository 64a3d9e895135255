import { Controller, Get, Param, Query } from '@nestjs/common';
import { namedRestrictions } from '../../calendar/restrictions';
import { Scopes } from '../../platform/auth/scopes.decorator';
import type { RatePlanId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { DatePipe } from '../../platform/http/date.pipe';
import { IdPipe } from '../../platform/http/id.pipe';
import { notFound } from '../../platform/http/problem';
import { AdministrationApi, ApiDateParam, ApiIdParam, ApiProblem } from '../../platform/openapi/api-docs';
import { CellHistoryService } from './cell-history.service';
import { PriceStoryQueryDto } from './price-story.dto';
import { PriceStoryRepository } from './price-story.repository';
import { RestrictionStory } from './restriction-story.dto';

/** Lists the changes of the restrictions of a rate plan on a date, for administrators. */
@Controller('admin/ratePlans/:ratePlanId/restrictions/:date')
@Scopes('admin')
@AdministrationApi('Calendar')
export class RestrictionsAdminController {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly stories: PriceStoryRepository,
    private readonly history: CellHistoryService,
  ) {}

  /**
   * Read the changes of the restrictions of a rate plan on a date: the caller, the time and the values
   * @remarks The changes of its parent that the plan inherits are included. `GET /admin/rooms/{roomId}/roomsLeft/{date}`
   * says when the channel manager closed the whole room.
   */
  @Get()
  @ApiIdParam('ratePlanId', '12')
  @ApiDateParam('date', 7)
  @ApiProblem(404, 'There is no such rate plan, or its past is not known yet')
  read(
    @Param('ratePlanId', IdPipe) ratePlanId: RatePlanId,
    @Param('date', DatePipe) date: CalendarDate,
    @Query() page: PriceStoryQueryDto,
  ): Promise<RestrictionStory> {
    return this.transactions.read(async (manager) => {
      const [plan] = await this.stories.loadLine(manager, ratePlanId);
      if (!plan) throw notFound('rate plan', ratePlanId);
      const place = { roomId: plan.roomId, ratePlanId, date };
      const { knownSince, changes, nextCursor } = await this.history.read(
        manager,
        'restrictions',
        place,
        page,
      );
      const history = changes.map(({ value, ...change }) => ({
        ...change,
        restrictions: namedRestrictions(Number(value)),
      }));
      return { ratePlanId, date, knownSince, history, nextCursor };
    });
  }
}
