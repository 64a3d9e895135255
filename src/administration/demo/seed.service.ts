import type { OnApplicationBootstrap } from '@nestjs/common';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { Repository } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { addDays } from '../../platform/dates/calendar-date';
import { UpdateWindow } from '../../platform/dates/update-window';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config';
import { InventoryService } from '../../inventory/inventory.service';
import type { Operation } from '../../push/operations';
import { parsePriceData } from '../../pricing/price-data';
import { PricingService } from '../../pricing/pricing.service';
import { RatePlan } from '../../pricing/rate-plans/rate-plan.entity';
import { Room } from '../../room/room.entity';
import { DEMO_RATE_PLANS, DEMO_ROOMS } from './demo-data';

const DAYS = 60;

/**
 * Fills an empty database with demo data: it inserts rooms and rate plans, and pushes the calendar as a
 * caller does.
 */
@Injectable()
export class SeedService implements OnApplicationBootstrap {
  private readonly logger = new Logger(SeedService.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectRepository(Room) private readonly rooms: Repository<Room>,
    @InjectRepository(RatePlan) private readonly ratePlans: Repository<RatePlan>,
    private readonly transactions: TransactionRunner,
    private readonly window: UpdateWindow,
    private readonly inventory: InventoryService,
    private readonly pricing: PricingService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const summary = this.config.DEMO_DATA ? await this.seed() : undefined;
    if (summary) this.logger.log(summary);
  }

  /** @returns a summary of the demo data; undefined if the database was not empty */
  async seed(): Promise<string | undefined> {
    if (!(await this.transactions.run((manager) => this.insertRecords(manager)))) return undefined;
    await this.pushCalendar();
    return `Demo data: ${DEMO_ROOMS.length} rooms, ${DEMO_RATE_PLANS.length} rate plans, ${DAYS} days`;
  }

  private async insertRecords(manager: EntityManager): Promise<boolean> {
    // If several instances start at once, one fills the database, and the others find it filled.
    await manager.query(`LOCK TABLE room IN SHARE ROW EXCLUSIVE MODE`);
    const rooms = manager.withRepository(this.rooms);
    if (await rooms.exists()) return false;
    await rooms.insert(DEMO_ROOMS);
    const ratePlans = DEMO_RATE_PLANS.map(({ price: _, ...ratePlan }) => ratePlan);
    await manager.withRepository(this.ratePlans).insert(ratePlans);
    return true;
  }

  private async pushCalendar(): Promise<void> {
    const dates = Array.from({ length: DAYS }, (_, day) => addDays(this.window.today(), day));
    for (const { id: roomId, totalRooms } of DEMO_ROOMS) {
      const push = { ...this.call('updateCalendarInventory'), roomId, ratePlanId: null };
      const records = dates.map((date) => ({ date, value: totalRooms }));
      await this.inventory.update(push, { records, propertyName: null });
    }
    for (const { id: ratePlanId, roomId, price } of DEMO_RATE_PLANS) {
      if (price === null) continue;
      const push = { ...this.call('updateCalendarPrices'), roomId, ratePlanId };
      const body = dates.map((date) => ({ date, price: priceOn(date, price) }));
      await this.pricing.update(push, parsePriceData(body));
    }
  }

  /** Reports whether the database holds the demo rooms and no others. */
  async isDemoDatabase(): Promise<boolean> {
    const rooms = await this.transactions.read((manager) =>
      manager.withRepository(this.rooms).find({ order: { id: 'ASC' }, take: DEMO_ROOMS.length + 1 }),
    );
    const namesOf = (list: { id: string; name: string }[]) =>
      list.map(({ id, name }) => `${id} ${name}`).join();
    return namesOf(rooms) === namesOf(DEMO_ROOMS);
  }

  private call<T extends Operation>(operation: T) {
    return { id: uuidv7(), operation, token: null };
  }
}

/** Weekends cost a quarter more, so that the calendar shows a difference. */
function priceOn(date: CalendarDate, weekday: string): string {
  const isWeekend = [5, 6].includes(new Date(date).getUTCDay());
  return isWeekend ? (Number(weekday) * 1.25).toFixed(2) : weekday;
}
