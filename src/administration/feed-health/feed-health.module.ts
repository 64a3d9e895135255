import { Module } from '@nestjs/common';
import { DatesModule } from '../../platform/dates/dates.module';
import { PricingModule } from '../../pricing/pricing.module';
import { FeedHealthAdminController } from './feed-health.admin.controller';
import { FeedHealthRepository } from './feed-health.repository';
import { FeedHealthService } from './feed-health.service';
import { PushesByHourRepository } from './pushes-by-hour.repository';
import { PushesByHourService } from './pushes-by-hour.service';

/** The health of the channel managers' feed. */
@Module({
  imports: [DatesModule, PricingModule],
  controllers: [FeedHealthAdminController],
  providers: [FeedHealthRepository, FeedHealthService, PushesByHourRepository, PushesByHourService],
})
export class FeedHealthModule {}
