import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CalendarStore } from '../calendar/calendar-store';
import { commit } from '../platform/database/transaction-query-runner';
import type { Write } from '../platform/database/write';
import { send } from '../platform/database/write';
import { JournalRepository } from './journal/journal.repository';
import type { OpenBatch } from './open-batch';

/** Saves what the pushes of a transaction have decided, and commits. */
@Injectable()
export class BatchSaver {
  constructor(
    private readonly store: CalendarStore,
    private readonly journal: JournalRepository,
  ) {}

  /** Does nothing if no push has an entry. */
  async save<Work, Result>(
    manager: EntityManager,
    { loaded, entries }: OpenBatch<Work, Result>,
  ): Promise<void> {
    if (entries.length === 0) return;
    await this.store.prepareStates(manager, loaded);
    const writes: Write[] = this.store.allWrites(loaded);
    if (!loaded.isKnownServer) writes.push(this.journal.incarnationWrite);
    writes.push(this.journal.writeOf(entries));
    // All statements are sent before COMMIT: if one of them fails, the database rolls back.
    await commit(manager, send(manager, writes));
  }
}
