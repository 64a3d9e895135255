import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Scopes } from '../../platform/auth/scopes.decorator';
import { AdministrationApi } from '../../platform/openapi/api-docs';
import { FeedHealth, FeedHealthQueryDto } from './feed-health.dto';
import { FeedHealthService } from './feed-health.service';

/** How the feed of the channel managers is, for administrators. */
@Controller('admin/feedHealth')
@Scopes('admin')
@AdministrationApi('Journal')
export class FeedHealthAdminController {
  constructor(private readonly health: FeedHealthService) {}

  @Get()
  @ApiOperation({
    summary: 'Read how the feed is: silent rooms, pushes that came to nothing, and missing prices',
    description:
      'The figures are of all rooms; `items` are a page of rooms, those without a push for the longest time first. What ' +
      'it costs grows with the number of rooms, not with the journal.',
  })
  @ApiResponse({ status: 200, type: FeedHealth })
  read(@Query() query: FeedHealthQueryDto): Promise<FeedHealth> {
    return this.health.read(query);
  }
}
