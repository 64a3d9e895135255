import { Injectable, Logger, UnauthorizedException } from '@nestjs/common';
import { isRetryable } from '../database/retryable-error';
import { TransactionRunner } from '../database/transaction-runner';
import { NotificationService } from '../notification/notification.service';
import { JournalWriter } from '../journal/journal.writer';
import type { JournaledCall, CallResult } from '../journal/journaled-call';
import { receivedAt } from '../journal/request-id';

const MAX_BODY_BYTES = 65_536;
const MAX_PROBLEM_LENGTH = 10_000;

/**
 * Records calls that were refused or failed in the journal. They changed nothing, so each entry has a transaction to
 * itself.
 */
@Injectable()
export class RefusalRecorder {
  private readonly logger = new Logger(RefusalRecorder.name);

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly writer: JournalWriter,
    private readonly notifications: NotificationService,
  ) {}

  /**
   * Records a call that came to nothing, once: while the database is unavailable there is no entry, and the caller does
   * not wait for one.
   * @throws UnauthorizedException where the token is no longer valid
   */
  async record(push: JournaledCall, { outcome, problem, body }: CallResult): Promise<void> {
    // jsonb and text refuse NUL, which may come from the caller.
    const told = problem?.replaceAll('\0', '').slice(0, MAX_PROBLEM_LENGTH);
    const notice = outcome === 'refused' ? this.notifications.refused(problem ?? '') : undefined;
    const result = { outcome, problem: told, body: body?.subarray(0, MAX_BODY_BYTES), notice };
    try {
      await this.transactions.runOnce(
        (manager) => this.writer.write(manager, push, result),
        receivedAt(push.id),
      );
    } catch (error) {
      if (error instanceof UnauthorizedException) throw error;
      const why = isRetryable(error) ? 'the database is unavailable' : String(error);
      this.logger.error(`A call that was ${outcome} is not in the journal: ${why}`);
    }
  }
}
