import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomChange } from '../../calendar/room-change';
import { AccessTokenService } from '../../platform/auth/access-token.service';
import { isInvalidToken, JournalRepository } from './journal.repository';
import type { CallResult, JournaledCall } from './journaled-call';
import { newEntry } from './new-entry';

/** Writes each entry in the transaction of its change. */
@Injectable()
export class JournalWriter {
  constructor(
    private readonly journal: JournalRepository,
    private readonly tokens: AccessTokenService,
  ) {}

  /** @throws UnauthorizedException if the token is no longer valid: the transaction must not be committed */
  async write(
    manager: EntityManager,
    call: JournaledCall,
    result: CallResult,
    changes: readonly RoomChange[] = [],
  ): Promise<void> {
    try {
      await this.journal.record(manager, newEntry(call, result, changes));
    } catch (error) {
      throw this.explain(error, call);
    }
  }

  /** Converts an error of an entry into the error that its caller gets. */
  explain(error: unknown, { token }: JournaledCall): unknown {
    if (!isInvalidToken(error)) return error;
    if (token) this.tokens.forget(token.id);
    return new UnauthorizedException('The access token is no longer valid');
  }
}
