import { Controller, Get, Query } from '@nestjs/common';
import { Scopes } from '../../platform/auth/scopes.decorator';
import { AdministrationApi } from '../../platform/openapi/api-docs';
import { FeedHealth, FeedHealthQueryDto, PushesByHour, PushesByHourQueryDto } from './feed-health.dto';
import { FeedHealthService } from './feed-health.service';
import { PushesByHourService } from './pushes-by-hour.service';

/** Reports the health of the feed, for administrators. */
@Controller('admin/feedHealth')
@Scopes('admin')
@AdministrationApi('Journal')
export class FeedHealthAdminController {
  constructor(
    private readonly health: FeedHealthService,
    private readonly pushes: PushesByHourService,
  ) {}

  /**
   * Read the health of the feed: silent rooms, pushes without effect, and missing prices
   * @remarks The figures cover all rooms, or those of the chosen property. `items` is a page of rooms, the one
   * without a push for the longest time first. The cost of this call grows with the number of rooms, not with the journal.
   */
  @Get()
  read(@Query() query: FeedHealthQueryDto): Promise<FeedHealth> {
    return this.health.read(query);
  }

  /**
   * Count the pushes of the last 24 hours by hour and outcome
   * @remarks The message of another channel manager counts once for each of its rooms.
   */
  @Get('pushes')
  readPushes(@Query() query: PushesByHourQueryDto): Promise<PushesByHour> {
    return this.pushes.read(query);
  }
}
