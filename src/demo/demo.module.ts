import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { CalendarModule } from '../calendar/calendar.module';
import { InventoryModule } from '../inventory/inventory.module';
import { PricingModule } from '../pricing/pricing.module';
import { DemoService } from './demo.service';
import { WelcomeService } from './welcome.service';

/** What a first start finds: data to try the service on, and a greeting. */
@Module({
  imports: [AuthModule, CalendarModule, InventoryModule, PricingModule],
  providers: [DemoService, WelcomeService],
  exports: [WelcomeService],
})
export class DemoModule {}
