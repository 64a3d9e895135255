import { Module } from '@nestjs/common';
import { InventoryModule } from '../../inventory/inventory.module';
import { PricingModule } from '../../pricing/pricing.module';
import { ChecksumsController } from './checksums.controller';
import { ChecksumsRepository } from './checksums.repository';
import { ChecksumsService } from './checksums.service';

/** Checksums of the stored calendar. */
@Module({
  imports: [InventoryModule, PricingModule],
  controllers: [ChecksumsController],
  providers: [ChecksumsRepository, ChecksumsService],
})
export class ChecksumsModule {}
