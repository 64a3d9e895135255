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
export interface Change {
  roomId: RoomId;
  ratePlanId: RatePlanId | null;
  changes: Changes;
  /** When it took effect. */
  appliedAt: string;
  /** The dates whose prices were recalculated. */
  recalculated?: DateRange;
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
  async run(
    call: Call,
    operation: AdministrationOperation,
    work: (manager: EntityManager) => Promise<Change>,
  ): Promise<Pick<Change, 'roomId' | 'ratePlanId'>> {
    const carryOut = async (manager: EntityManager, attempt: number) => {
      const earlier = attempt > 1 ? await this.journal.findChange(manager, call.id) : undefined;
      if (earlier) return earlier;
      const { roomId, ratePlanId, changes, appliedAt, recalculated } = await work(manager);
      await this.writer.write(
        manager,
        { ...call, operation, roomId, ratePlanId },
        { outcome: 'applied', changes, appliedAt, recalculated },
      );
      return { roomId, ratePlanId };
    };
    return this.connections.run(new Date(), () => this.transactions.run(carryOut));
  }
}
