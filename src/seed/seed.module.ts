import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { DatesModule } from '../dates/dates.module';
import { InventoryModule } from '../inventory/inventory.module';
import { PricingModule } from '../pricing/pricing.module';
import { SeedService } from './seed.service';
import { WelcomeService } from './welcome.service';

/** What a first start finds: data to try the service on, and a greeting. */
@Module({
  imports: [AuthModule, DatesModule, InventoryModule, PricingModule],
  providers: [SeedService, WelcomeService],
  exports: [WelcomeService],
})
export class SeedModule {}
