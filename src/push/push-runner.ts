import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RoomQueue } from './room-queue';
import { TransactionRunner } from '../database/transaction-runner';
import { JournalRepository } from '../journal/journal.repository';
import { JournalWriter } from '../journal/journal.writer';
import type { CallResult } from '../journal/journaled-call';
import { receivedAt } from '../journal/request-id';
import type { Push } from './push';

/**
 * Runs pushes: those for one room one after the other, each in one transaction with its journal entry, and exactly once
 * however often the transaction has to be run.
 */
@Injectable()
export class PushRunner {
  constructor(
    private readonly queue: RoomQueue,
    private readonly transactions: TransactionRunner,
    private readonly journal: JournalRepository,
    private readonly writer: JournalWriter,
  ) {}

  /**
   * Carries out `work`, which does what the push asks for and says what came of it.
   * @throws UnauthorizedException where the token was revoked meanwhile; then nothing has been changed
   */
  async run(push: Push, work: (manager: EntityManager) => Promise<CallResult>): Promise<CallResult> {
    const carryOut = async (manager: EntityManager, attempt: number) => {
      // A connection lost during COMMIT may have committed. Were the push done again, it could overwrite a
      // newer one. Should that commit still be under way, the key of the entry below refuses a second one.
      const earlier = attempt > 1 ? await this.journal.findOutcome(manager, push.id) : undefined;
      if (earlier) return { outcome: earlier };
      const result = await work(manager);
      await this.writer.write(manager, push, result);
      return result;
    };
    return this.queue.run(push, (block) => this.transactions.runInTurn(carryOut, receivedAt(push.id), block));
  }
}
