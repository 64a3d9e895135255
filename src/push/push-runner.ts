import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { JournalRepository } from './journal/journal.repository';
import { JournalWriter } from './journal/journal.writer';
import type { CallResult, SentContent } from './journal/journaled-call';
import type { FailedCall } from './journal/repeat.repository';
import { RepeatRepository } from './journal/repeat.repository';
import { receivedAt } from './journal/request-id';
import { FailedCalls, newestFirst } from './failed-calls';
import type { Push } from './push';
import { TransactionSharing } from './transaction-sharing';

/**
 * What a push asks for, inside its transaction.
 * @param repeatOf the request id of the call that it repeats, whose place in the order it takes
 */
type Work = (manager: EntityManager, repeatOf: string | undefined) => Promise<CallResult>;

/**
 * Runs pushes: those for one room one after the other, each in one transaction with its journal entry, and exactly once
 * however often the transaction has to be run. Finds out which of them are repeats of a call that has failed.
 */
@Injectable()
export class PushRunner {
  private readonly logger = new Logger(PushRunner.name);

  constructor(
    private readonly sharing: TransactionSharing,
    private readonly transactions: TransactionRunner,
    private readonly journal: JournalRepository,
    private readonly writer: JournalWriter,
    private readonly failedCalls: FailedCalls,
    private readonly repeats: RepeatRepository,
  ) {}

  /**
   * Carries out `work`, which does what the push asks for and says what came of it.
   * @throws UnauthorizedException where the token was revoked meanwhile; then nothing has been changed
   */
  async run(push: Push, sent: SentContent, work: Work): Promise<CallResult> {
    const { attempt } = push;
    if (attempt) attempt.content = () => contentOf(push, sent);
    const failed = attempt ? this.failedCalls.find(attempt) : [];
    let isWritten = false as boolean;
    const carryOut = async (manager: EntityManager, run: number, onWorkDone?: () => void) => {
      // A connection lost during COMMIT may have committed. Were the push done again, it could overwrite a
      // newer one. Should that commit still be under way, the key of the entry below refuses a second one.
      const earlier = run > 1 ? await this.journal.findResult(manager, push.id) : undefined;
      if (earlier) return earlier;
      const result = await this.carryOut(manager, push, sent, failed, work, onWorkDone);
      isWritten = true;
      return result;
    };
    try {
      return await this.sharing.run({
        push,
        dates: sent.numbers.length,
        // A room edit locks its room by changing it, and a repeat may need another look.
        isSharable: push.operation !== 'roomEditChannelManager' && failed.length === 0,
        carryOut,
      });
    } finally {
      if (isWritten) attempt?.whenFailed((failedAt) => void this.recordFailed(push, failedAt));
    }
  }

  /**
   * Carries out `work` as a new push, or in the place of the call that it repeats. Where another instance has applied
   * that one, only the journal knows: it says so with the entry, which costs nothing, and all is done anew.
   */
  private async carryOut(
    manager: EntityManager,
    push: Push,
    sent: SentContent,
    failed: FailedCall[],
    work: Work,
    onWorkDone?: () => void,
  ): Promise<CallResult> {
    await this.findFirsts(manager, push, sent, failed);
    const start = this.failedCalls.windowStart(push.id);
    const recent = failed.filter(({ failedAt }) => failedAt >= start);
    const repeatOf = (await this.findUnanswered(manager, push, sent, recent))?.first;
    if (push.attempt) push.attempt.first = repeatOf ?? push.id;
    const result = await work(manager, repeatOf);
    const since = push.attempt && !repeatOf ? this.failedCalls.windowStart(push.id) : undefined;
    const written = this.writer.write(manager, push, { ...result, sent, repeatOf }, since);
    onWorkDone?.();
    const mayRepeat = await written;
    if (since && mayRepeat) {
      const found = await this.repeats.findFailed(manager, push, sent, [since, receivedAt(push.id)]);
      const unanswered = await this.findUnanswered(manager, push, sent, found);
      if (unanswered) {
        await this.transactions.restart(manager);
        return this.carryOut(manager, push, sent, [unanswered], work);
      }
    }
    const failedAt = push.attempt?.failedAt;
    if (failedAt) await this.repeats.recordFailed(manager, push.id, failedAt);
    return result;
  }

  /**
   * Finds out which calls attempts have repeated that could not ask the journal: while the database was away, or before
   * their callers hung up.
   */
  private async findFirsts(
    manager: EntityManager,
    push: Push,
    sent: SentContent,
    heard: FailedCall[],
  ): Promise<void> {
    const oldest = heard.at(-1);
    if (!oldest) return;
    const times: [Date, Date] = [this.failedCalls.windowStart(oldest.id), receivedAt(push.id)];
    const applied = await this.repeats.findFailed(manager, push, sent, times);
    const all = [...heard, ...applied].sort(newestFirst);
    for (const call of heard.toReversed()) {
      if (call.first !== call.id) continue;
      const [start, end] = [this.failedCalls.windowStart(call.id), receivedAt(call.id)];
      const isEarlier = ({ id, failedAt }: FailedCall) =>
        id < call.id && failedAt >= start && failedAt <= end;
      const repeated =
        applied.find(({ id }) => id === call.id) ??
        (await this.findUnanswered(manager, push, sent, all.filter(isEarlier), call.id));
      if (repeated) call.first = repeated.first;
    }
  }

  /**
   * Of attempts that have failed, the newest first, the first one of whose success the caller has not heard since.
   * @param before only of what it has heard before the call with this request id came
   */
  private async findUnanswered(
    manager: EntityManager,
    push: Push,
    sent: SentContent,
    failed: FailedCall[],
    before?: string,
  ): Promise<FailedCall | undefined> {
    for (const call of failed)
      if (!(await this.repeats.isAnswered(manager, push, sent, call, before))) return call;
    return undefined;
  }

  /** Tells all instances that the caller has heard of no success, where the push was applied. */
  private async recordFailed({ id }: Push, failedAt: Date): Promise<void> {
    try {
      await this.transactions.run((manager) => this.repeats.recordFailed(manager, id, failedAt));
    } catch (error) {
      this.logger.warn({
        msg: 'Other instances will not recognize a repeat of this call',
        requestId: id,
        err: error,
      });
    }
  }
}

/** The same for every attempt at the same call, however its body is written. */
function contentOf({ operation, roomId, ratePlanId, token }: Push, { dates, numbers }: SentContent): string {
  return JSON.stringify([operation, roomId, ratePlanId, token?.id, dates, numbers]);
}
