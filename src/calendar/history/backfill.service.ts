import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { tryLock } from '../../platform/database/advisory-lock';
import type { RoomId } from '../../platform/database/id';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { TimelineRepository } from './timeline.repository';
import { TimelineService } from './timeline.service';

const INTERVAL_MS = 600_000;
const BATCH = 100;

/**
 * Begins the past of rooms of which nothing is stored yet: those that were there before states were stored, and those
 * that come to the table by another way than through the service. A room that is pushed to meanwhile is begun by the
 * push. It can be stopped at any time, and goes on where there are such rooms.
 */
@Injectable()
export class BackfillService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(BackfillService.name);
  private isStopping = false;

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly timelines: TimelineRepository,
    private readonly timeline: TimelineService,
  ) {}

  /** Looks for such rooms before the first call comes, and goes through them while calls come. */
  async onApplicationBootstrap(): Promise<void> {
    const rooms = await this.find(null);
    if (rooms.length > 0) void this.run();
  }

  beforeApplicationShutdown(): void {
    this.isStopping = true;
  }

  /** Each room in a transaction of its own, so that no push waits for more than one. @returns how many were begun */
  @Interval(INTERVAL_MS)
  async run(): Promise<number> {
    let total = 0;
    try {
      for (
        let rooms = await this.find(null);
        rooms.length > 0;
        rooms = await this.find(rooms.at(-1) ?? null)
      ) {
        for (const roomId of rooms) {
          if (this.isStopping || !(await this.begin(roomId))) return total;
          total++;
        }
      }
    } catch (error) {
      this.logger.warn(`The past of rooms is stored in ten minutes: ${String(error)}`);
    }
    if (total > 0) this.logger.log(`The past of ${total} rooms is known from now on`);
    return total;
  }

  private find(after: RoomId | null): Promise<RoomId[]> {
    return this.transactions.read((manager) => this.timelines.findUnknownRooms(manager, after, BATCH));
  }

  /** @returns false where another instance does this job */
  private begin(roomId: RoomId): Promise<boolean> {
    return this.transactions.run(async (manager) => {
      if (!(await tryLock(manager, 'timelineBackfill'))) return false;
      await this.timeline.ensureKnown(manager, roomId);
      return true;
    });
  }
}
