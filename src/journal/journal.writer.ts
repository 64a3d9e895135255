import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessTokenService } from '../auth/access-token.service';
import { JournalRepository } from './journal.repository';
import type { JournaledCall, CallResult } from './journaled-call';

/** An earlier call that failed for its caller, as the journal knows it. */
export interface EarlierCall {
  /** The request id of the first attempt at it. */
  first: string;
  failedAt: Date;
}

/** Writes entries, each in the transaction of what it tells. */
@Injectable()
export class JournalWriter {
  constructor(
    private readonly journal: JournalRepository,
    private readonly tokens: AccessTokenService,
  ) {}

  /**
   * @param failedSince where the call may be a repeat: how long ago the earlier one may have failed
   * @returns the call that this one repeats, as far as the journal tells; it may have been answered since
   * @throws UnauthorizedException where the token is no longer valid: the transaction must not be committed
   */
  async write(
    manager: EntityManager,
    push: JournaledCall,
    result: CallResult,
    failedSince?: Date,
  ): Promise<EarlierCall | undefined> {
    const written = await this.journal.record(manager, push, result, failedSince);
    const earlier = written?.repeatOf;
    if (written) return earlier ? { ...earlier, failedAt: new Date(earlier.failedAt) } : undefined;
    if (push.token) this.tokens.forget(push.token.id);
    throw new UnauthorizedException('The access token is no longer valid');
  }
}
