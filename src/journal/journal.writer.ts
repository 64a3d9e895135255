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

  /** @throws UnauthorizedException where the token is no longer valid: the transaction must not be committed */
  async write(manager: EntityManager, push: JournaledCall, result: CallResult): Promise<void> {
    if (await this.journal.record(manager, push, result)) return;
    if (push.token) this.tokens.forget(push.token.id);
    throw new UnauthorizedException('The access token is no longer valid');
  }
}
