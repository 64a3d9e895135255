import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config';
import { ConnectionQueue } from '../database/connection-queue';
import { quarterOf } from '../database/lock-waits';
import type { DateRange } from '../dates/date-range';
import type { RatePlanId, RoomId } from '../database/id';
import { TransactionRunner } from '../database/transaction-runner';
import { JournalRepository } from '../journal/journal.repository';
import { JournalWriter } from '../journal/journal.writer';
import type { AdministrationOperation, Changes } from '../journal/journaled-call';
import type { Call } from '../http/request-context';

/** What a change by people did, as the journal keeps it. */
export interface Change<Room extends RoomId | null = RoomId> {
  /** Null of what belongs to no room. */
  roomId: Room;
  ratePlanId: RatePlanId | null;
  changes: Changes;
  /** When it took effect, in the time of its room. */
  appliedAt: Room extends RoomId ? string : undefined;
  /** The dates whose prices were recalculated. */
  recalculated?: DateRange;
  /** What has to follow the entry, in its transaction: a token that revokes itself could not write one any more. */
  finish?: () => Promise<void>;
}

/**
 * Runs changes that people make: each in one transaction with its journal entry, and exactly once however often the
 * transaction has to be run. Each waits long for the rooms that it locks, so that pushes cannot starve it; at most a
 * quarter of the connections is in use by changes, so that neither can they starve pushes.
 */
@Injectable()
export class ChangeRunner {
  private readonly connections: ConnectionQueue;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly transactions: TransactionRunner,
    private readonly journal: JournalRepository,
    private readonly writer: JournalWriter,
  ) {
    this.connections = new ConnectionQueue(quarterOf(config.DATABASE_POOL_SIZE));
  }

  /** @returns what was changed, also where that was done by an earlier run whose COMMIT went unheard */
  async run<Room extends RoomId | null = RoomId>(
    call: Call,
    operation: AdministrationOperation,
    work: (manager: EntityManager) => Promise<Change<Room>>,
  ): Promise<Pick<Change<Room>, 'roomId' | 'ratePlanId'>> {
    const carryOut = async (manager: EntityManager, attempt: number) => {
      const earlier = attempt > 1 ? await this.journal.find(manager, call.id) : undefined;
      if (earlier) return { roomId: earlier.roomId as Room, ratePlanId: earlier.ratePlanId };
      const { roomId, ratePlanId, changes, appliedAt, recalculated, finish } = await work(manager);
      await this.writer.write(
        manager,
        { ...call, operation, roomId, ratePlanId },
        { outcome: 'applied', changes, appliedAt, recalculated },
      );
      await finish?.();
      return { roomId, ratePlanId };
    };
    return this.connections.run(new Date(), () => this.transactions.run(carryOut));
  }
}
