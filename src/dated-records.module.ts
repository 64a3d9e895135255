import { Global, Module } from '@nestjs/common';
import type { DatedRecords } from './calendar/dated-records';
import { DATED_RECORDS } from './calendar/dated-records';
import { InventoryModule } from './inventory/inventory.module';
import { RoomAvailabilityRepository } from './inventory/room-availability.repository';
import { HeldPriceRepository } from './pricing/held-prices/held-price.repository';
import { PricingModule } from './pricing/pricing.module';
import { RateRoomAvailabilityRepository } from './pricing/rate-room-availability.repository';

/** Gives the calendar the records by date. It is global, because the calendar must not import the modules that own them. */
@Global()
@Module({
  imports: [InventoryModule, PricingModule],
  providers: [
    {
      provide: DATED_RECORDS,
      useFactory: (...records: DatedRecords[]) => records,
      inject: [RoomAvailabilityRepository, RateRoomAvailabilityRepository, HeldPriceRepository],
    },
  ],
  exports: [DATED_RECORDS],
})
export class DatedRecordsModule {}
