import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { RatePlan } from '../../pricing/rate-plans/rate-plan.entity';
import { Room } from '../../room/room.entity';
import { DEMO_RATE_PLANS, DEMO_ROOMS } from './demo-data';

/**
 * The examples of the API document delete these rooms and plans. A deletion requires the name, which protects a
 * platform's own data.
 */
const DELETED_BY_EXAMPLES = ['3', '14', '31'];
const isKept = ({ id }: { id: string }) => !DELETED_BY_EXAMPLES.includes(id);

/** No example changes the name of this rate plan. */
const isUntouched = ({ id }: { id: string }) => id === '21';

const ROOMS = DEMO_ROOMS.filter(isKept).map(({ id, propertyName }) => ({ id, propertyName }));
const RATE_PLANS = DEMO_RATE_PLANS.filter(isKept).map(({ id, roomId, name }) =>
  isUntouched({ id }) ? { id, roomId, name } : { id, roomId },
);

/**
 * Finds out whether examples would act on the demo data, and not on a platform's own data with the same ids.
 */
@Injectable()
export class DemoDataService {
  constructor(
    @InjectRepository(Room) private readonly rooms: Repository<Room>,
    @InjectRepository(RatePlan) private readonly ratePlans: Repository<RatePlan>,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Also finds the demo data after someone has renamed and deleted a part of it. */
  async isThere(): Promise<boolean> {
    return this.transactions.read(async (manager) => {
      const rooms = await manager.withRepository(this.rooms).countBy(ROOMS);
      const ratePlans = await manager.withRepository(this.ratePlans).countBy(RATE_PLANS);
      return rooms === ROOMS.length && ratePlans === RATE_PLANS.length;
    });
  }
}
