import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessTokensModule } from '../access-tokens/access-tokens.module';
import { DatesModule } from '../../platform/dates/dates.module';
import { InventoryModule } from '../../inventory/inventory.module';
import { PricingModule } from '../../pricing/pricing.module';
import { RatePlan } from '../../pricing/rate-plans/rate-plan.entity';
import { Room } from '../../room/room.entity';
import { DemoDataService } from './demo-data.service';
import { SeedService } from './seed.service';
import { tokenCommand } from './token-command';
import { TOKEN_COMMAND, WelcomeService } from './welcome.service';

/** The contents of a first start: demo data and a greeting. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Room, RatePlan]),
    AccessTokensModule,
    DatesModule,
    InventoryModule,
    PricingModule,
  ],
  providers: [
    DemoDataService,
    SeedService,
    WelcomeService,
    { provide: TOKEN_COMMAND, useFactory: () => tokenCommand(__dirname) },
  ],
  exports: [DemoDataService, SeedService, WelcomeService],
})
export class SeedModule {}
