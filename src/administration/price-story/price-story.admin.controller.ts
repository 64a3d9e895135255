import { Controller, Get, Param, Query } from '@nestjs/common';
import { Scopes } from '../../platform/auth/scopes.decorator';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId } from '../../platform/database/id';
import { AdministrationApi, ApiDateParam, ApiIdParam, ApiProblem } from '../../platform/openapi/api-docs';
import { DatePipe } from '../../platform/http/date.pipe';
import { IdPipe } from '../../platform/http/id.pipe';
import { PriceStory, PriceStoryQueryDto } from './price-story.dto';
import { PriceStoryService } from './price-story.service';

/** Explains a price, for administrators. */
@Controller('admin/ratePlans/:ratePlanId/prices/:date')
@Scopes('admin')
@AdministrationApi('Journal')
export class PriceStoryAdminController {
  constructor(private readonly stories: PriceStoryService) {}

  /**
   * Read the story of a price: its origin and its changes
   * @remarks The story explains a derived price step by step, up the chain to a pushed one. The history lists
   * every push and every changed derivation that changed the price, newest first, back to `knownSince`.
   */
  @Get()
  @ApiIdParam('ratePlanId', '13')
  @ApiDateParam('date', 7)
  @ApiProblem(
    404,
    'There is no such rate plan, no price record of it on that date, or its past is not known yet',
  )
  read(
    @Param('ratePlanId', IdPipe) ratePlanId: RatePlanId,
    @Param('date', DatePipe) date: CalendarDate,
    @Query() page: PriceStoryQueryDto,
  ): Promise<PriceStory> {
    return this.stories.read(ratePlanId, date, page);
  }
}
