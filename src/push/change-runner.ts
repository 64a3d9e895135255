import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
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
 * transaction has to be run.
 */
@Injectable()
export class ChangeRunner {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly journal: JournalRepository,
    private readonly writer: JournalWriter,
  ) {}

  /** @returns what was changed, also where that was done by an earlier run whose COMMIT went unheard */
  async run(
    call: Call,
    operation: AdministrationOperation,
    work: (manager: EntityManager) => Promise<Change>,
  ): Promise<Pick<Change, 'roomId' | 'ratePlanId'>> {
    return this.transactions.run(async (manager, attempt) => {
      const earlier = attempt > 1 ? await this.journal.findChange(manager, call.id) : undefined;
      if (earlier) return earlier;
      const { roomId, ratePlanId, changes, appliedAt, recalculated } = await work(manager);
      await this.writer.write(
        manager,
        { ...call, operation, roomId, ratePlanId },
        { outcome: 'applied', changes, appliedAt, recalculated },
      );
      return { roomId, ratePlanId };
    });
  }
}
