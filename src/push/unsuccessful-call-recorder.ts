import { Injectable, Logger, UnauthorizedException } from '@nestjs/common';
import { isRetryable } from '../platform/database/retryable-error';
import { TransactionRunner } from '../platform/database/transaction-runner';
import type { Notice } from '../notification/notice';
import { NotificationService } from '../notification/notification.service';
import { JournalWriter } from './journal/journal.writer';
import type { JournaledCall, CallResult } from './journal/journaled-call';
import { keyAt } from './journal/request-id';
import { UnsuccessfulCallsRepository } from './journal/unsuccessful-calls.repository';
import { dialectOf } from './operations';

const MAX_BODY_BYTES = 4_096;
const MAX_PROBLEM_LENGTH = 10_000;
const HALF_PAIR_AT_END = /[\uD800-\uDBFF]$/;
/** The limits of a token per hour: enough to see the problem, and bounded if a caller repeats it. */
const MAX_BODIES = 100;
const MAX_ENTRIES = 1_000;
const HOUR_MS = 3_600_000;

/**
 * Records refused and failed calls in the journal, each in its own transaction, because these calls changed
 * nothing.
 * The limits bound the disk space that a caller can fill. In each hour, the first calls of a token get an
 * entry with their body and the next ones an entry without it. All others appear only in the metrics and in
 * the log.
 */
@Injectable()
export class UnsuccessfulCallRecorder {
  private readonly logger = new Logger(UnsuccessfulCallRecorder.name);

  constructor(
    private readonly transactions: TransactionRunner,
    private readonly unsuccessfulCalls: UnsuccessfulCallsRepository,
    private readonly writer: JournalWriter,
    private readonly notifications: NotificationService,
  ) {}

  /**
   * Records a call without effect, in one attempt: while the database is unavailable, there is no entry, and
   * the caller does not wait for one.
   * @param hotelCode the hotel that a message names
   * @throws UnauthorizedException if the token is no longer valid
   */
  async record(
    push: JournaledCall,
    { outcome, problem = '', body }: CallResult,
    hotelCode?: string,
  ): Promise<void> {
    // PostgreSQL rejects NUL, which a caller may send, and half of a surrogate pair.
    const storable = problem.replaceAll('\0', '').slice(0, MAX_PROBLEM_LENGTH).replace(HALF_PAIR_AT_END, '');
    const isNotable = outcome === 'refused' && !push.token?.sandboxId;
    const notice = isNotable ? this.noticeOf(push, problem, hotelCode) : undefined;
    try {
      await this.transactions.runOnce(async (manager) => {
        const since = keyAt(new Date(Date.now() - HOUR_MS));
        const earlier = await this.unsuccessfulCalls.count(manager, push.token, since, MAX_ENTRIES);
        if (earlier >= MAX_ENTRIES) return;
        const isBodyKept = push.token !== null && earlier < MAX_BODIES;
        const kept = isBodyKept ? body?.subarray(0, MAX_BODY_BYTES) : undefined;
        await this.writer.write(manager, push, { outcome, problem: storable, body: kept, notice });
      });
    } catch (error) {
      if (error instanceof UnauthorizedException) throw error;
      const why = isRetryable(error) ? 'the database is unavailable' : String(error);
      this.logger.error({
        msg: `A ${outcome} call is missing from the journal: ${why}`,
        requestId: push.id,
        traceparent: push.traceparent,
      });
    }
  }

  private noticeOf(
    { operation }: JournaledCall,
    problem: string,
    hotelCode: string | undefined,
  ): Notice | undefined {
    return dialectOf(operation)
      ? this.notifications.messageRefused(hotelCode, problem)
      : this.notifications.refused(problem);
  }
}
