import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessTokenService } from '../../platform/auth/access-token.service';
import { EntryBatch } from './entry-batch';
import { JournalRepository } from './journal.repository';
import type { JournaledCall, CallResult } from './journaled-call';
import { newEntry } from './new-entry';

/** Writes entries, each in the transaction of what it tells. */
@Injectable()
export class JournalWriter {
  constructor(
    private readonly journal: JournalRepository,
    private readonly tokens: AccessTokenService,
  ) {}

  /**
   * Writes the entry of a call, or has it wait in the batch of its transaction.
   * @param failedSince where the call may be a repeat: how long ago the earlier one may have failed
   * @returns whether a call has failed since that this one may repeat
   * @throws UnauthorizedException where the token is no longer valid: the transaction must not be committed
   */
  async write(
    manager: EntityManager,
    push: JournaledCall,
    result: CallResult,
    failedSince?: Date,
  ): Promise<boolean> {
    const entry = newEntry(manager, push, result);
    const batch = EntryBatch.of(manager);
    const written = batch
      ? await batch.add(entry, failedSince)
      : (await this.journal.record(manager, [entry], failedSince))[0];
    if (written) return written.mayRepeat;
    if (push.token) this.tokens.forget(push.token.id);
    throw new UnauthorizedException('The access token is no longer valid');
  }
}
