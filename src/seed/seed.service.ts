import type { OnApplicationBootstrap } from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { CalendarDate } from '../dates/calendar-date';
import { addDays } from '../dates/calendar-date';
import { UpdateWindow } from '../dates/update-window';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { InventoryService } from '../inventory/inventory.service';
import type { Operation } from '../journal/journaled-call';
import { parsePriceData } from '../pricing/price-data';
import { PricingService } from '../pricing/pricing.service';
import { RatePlan } from '../pricing/rate-plans/rate-plan.entity';
import { Room } from '../room/room.entity';
import { DEMO_RATE_PLANS, DEMO_ROOMS } from './demo-data';

const DAYS = 60;

/** Puts demo data into an empty database: rooms and rate plans as they are, the calendar as a caller pushes it. */
@Injectable()
export class SeedService implements OnApplicationBootstrap {
  private readonly logger = new Logger(SeedService.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly window: UpdateWindow,
    private readonly inventory: InventoryService,
    private readonly pricing: PricingService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.DEMO_DATA || !(await this.createRecords())) return;
    const dates = Array.from({ length: DAYS }, (_, day) => addDays(this.window.today(), day));
    for (const { id: roomId, totalRooms } of DEMO_ROOMS) {
      const push = { ...this.call('updateCalendarInventory'), roomId, ratePlanId: null };
      const records = dates.map((date) => ({ date, value: totalRooms }));
      await this.inventory.update(push, { records, propertyName: null });
    }
    for (const { id: ratePlanId, roomId, price } of DEMO_RATE_PLANS) {
      if (price === null) continue;
      const push = { ...this.call('updateCalendarPrices'), roomId, ratePlanId };
      await this.pricing.update(
        push,
        parsePriceData(dates.map((date) => ({ date, price: priceOn(date, price) }))),
      );
    }
    this.logger.log(
      `Demo data: ${DEMO_ROOMS.length} rooms, ${DEMO_RATE_PLANS.length} rate plans, ${DAYS} days`,
    );
  }

  /** Whether the demo rooms, and no others, are what the database holds. */
  async isDemoDatabase(): Promise<boolean> {
    const rooms = await this.dataSource.manager.find(Room, {
      order: { id: 'ASC' },
      take: DEMO_ROOMS.length + 1,
    });
    const namesOf = (list: { id: string; name: string }[]) =>
      list.map(({ id, name }) => `${id} ${name}`).join();
    return namesOf(rooms) === namesOf(DEMO_ROOMS);
  }

  /** @returns whether it was this instance that found the database empty and filled it */
  private async createRecords(): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query(`LOCK TABLE room IN SHARE ROW EXCLUSIVE MODE`);
      if (await manager.existsBy(Room, {})) return false;
      await manager.insert(Room, DEMO_ROOMS);
      for (const { price: _, ...ratePlan } of DEMO_RATE_PLANS) await manager.insert(RatePlan, ratePlan);
      return true;
    });
  }

  private call<T extends Operation>(operation: T) {
    return { id: uuidv7(), operation, token: null };
  }
}

/** Weekends cost a quarter more, so that there is something to see. */
function priceOn(date: CalendarDate, weekday: string): string {
  const isWeekend = [5, 6].includes(new Date(date).getUTCDay());
  return isWeekend ? (Number(weekday) * 1.25).toFixed(2) : weekday;
}
