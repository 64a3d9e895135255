import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessTokenService } from '../auth/access-token.service';
import { JournalRepository } from './journal.repository';
import type { JournaledCall, CallResult } from './journaled-call';

/** Writes entries, each in the transaction of what it tells. */
@Injectable()
export class JournalWriter {
  constructor(
    private readonly journal: JournalRepository,
    private readonly tokens: AccessTokenService,
  ) {}

  /**
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
    const written = await this.journal.record(manager, push, result, failedSince);
    if (written) return written.mayRepeat;
    if (push.token) this.tokens.forget(push.token.id);
    throw new UnauthorizedException('The access token is no longer valid');
  }
}
