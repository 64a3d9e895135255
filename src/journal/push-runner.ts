import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessTokenService } from '../auth/access-token.service';
import { RoomQueue } from '../database/room-queue';
import { TransactionRunner } from '../database/transaction-runner';
import { JournalRepository } from './journal.repository';
import type { Outcome, Push } from './push';

/**
 * Owns how a push is carried out: in its turn, in one transaction with its journal entry, and exactly
 * once however often the transaction has to be run.
 */
@Injectable()
export class PushRunner {
  constructor(
    private readonly queue: RoomQueue,
    private readonly transactions: TransactionRunner,
    private readonly journal: JournalRepository,
    private readonly tokens: AccessTokenService,
  ) {}

  /**
   * Carries out `work`, which does what the push asks for and says how it ended.
   * @throws UnauthorizedException where the token was revoked meanwhile; then nothing has been changed
   */
  async run(push: Push, work: (manager: EntityManager) => Promise<Outcome>): Promise<Outcome> {
    return this.queue.run(push.roomId, () =>
      this.transactions.run(async (manager, attempt) => {
        // A connection lost during COMMIT may have committed. Were the push done again, it could overwrite a
        // newer one. Should that commit still be under way, the key of the entry below refuses a second one.
        const earlier = attempt > 1 ? await this.journal.findOutcome(manager, push.id) : undefined;
        if (earlier) return earlier;
        const outcome = await work(manager);
        if (!(await this.journal.record(manager, push, outcome))) this.refuseToken(push);
        return outcome;
      }, push.receivedAt),
    );
  }

  private refuseToken(push: Push): never {
    if (push.token) this.tokens.forget(push.token.id);
    throw new UnauthorizedException('The access token is no longer valid');
  }
}
