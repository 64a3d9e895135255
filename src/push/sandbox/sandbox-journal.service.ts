import { Injectable } from '@nestjs/common';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { JournalRepository } from '../journal/journal.repository';
import { UnsuccessfulCallsRepository } from '../journal/unsuccessful-calls.repository';
import type { CallResult, JournaledCall } from '../journal/journaled-call';
import { JournalWriter } from '../journal/journal.writer';
import { newEntry } from '../journal/new-entry';

/** The note in the entry of a request for the rooms of a hotel. */
export const ROOMS_LISTED = 'The rooms and rate plans of the hotel were listed';

/**
 * Journals calls that change nothing. For real hotels, these calls have no entry. Sandboxes need one, because conformance
 * is judged by the journal alone.
 */
@Injectable()
export class SandboxJournalService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly journal: JournalRepository,
    private readonly unsuccessfulCalls: UnsuccessfulCallsRepository,
    private readonly writer: JournalWriter,
  ) {}

  /** @throws UnauthorizedException if the token is no longer valid */
  async record(
    call: JournaledCall,
    result: Pick<CallResult, 'repeatOf'>,
    notes: string[] = [],
  ): Promise<void> {
    const { token } = call;
    if (!token?.sandboxId) return;
    const message = { callId: call.id, digest: undefined, records: undefined, notes };
    const entry = newEntry(call, { outcome: 'applied', ...result }, [], message);
    await this.transactions.runOnce(async (manager) => {
      // The deletion of the sandbox takes this lock as well. It either deletes this entry, or comes first and leaves no
      // token.
      await this.unsuccessfulCalls.lock(manager, token.id);
      try {
        await this.journal.record(manager, entry);
      } catch (error) {
        throw this.writer.explain(error, call);
      }
    });
  }
}
