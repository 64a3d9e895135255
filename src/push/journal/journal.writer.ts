import { Injectable, UnauthorizedException } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomChange } from '../../calendar/room-calendar';
import { AccessTokenService } from '../../platform/auth/access-token.service';
import { isInvalidToken, JournalRepository } from './journal.repository';
import type { CallResult, JournaledCall } from './journaled-call';
import { newEntry } from './new-entry';

/** Writes entries, each in the transaction of the change that it describes. */
@Injectable()
export class JournalWriter {
  constructor(
    private readonly journal: JournalRepository,
    private readonly tokens: AccessTokenService,
  ) {}

  /** @throws UnauthorizedException where the token is no longer valid: the transaction must not be committed */
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

  /** What the caller of a call gets to know of an error of its entry. */
  explain(error: unknown, { token }: JournaledCall): unknown {
    if (!isInvalidToken(error)) return error;
    if (token) this.tokens.forget(token.id);
    return new UnauthorizedException('The access token is no longer valid');
  }
}
