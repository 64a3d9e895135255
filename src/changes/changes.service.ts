import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { invalid } from '../platform/http/problem';
import { JournalRepository } from '../push/journal/journal.repository';
import type { ChangeCursor } from './change-cursor';
import { BEGINNING, formatCursor, isBefore, parseCursor, readCursor } from './change-cursor';
import type { ChangeItem } from './change-item';
import { ExpiredCursorException } from './expired-cursor.exception';
import { ChangesRepository } from './changes.repository';

const NOW = 'now';

/** Changes in their order, and the place behind the last of them. */
export interface FoundChanges {
  items: ChangeItem[];
  end: ChangeCursor;
}

/** Reads the feed of changes: which rooms have really changed, in the order in which that was committed. */
@Injectable()
export class ChangesService implements OnApplicationBootstrap {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly changes: ChangesRepository,
    private readonly journal: JournalRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.transactions.run((manager) => this.journal.addIncarnation(manager));
  }

  /**
   * The changes behind a cursor, behind all (`now`), or, without one, from the oldest on.
   * @returns a `ChangePage` as JSON
   * @throws ProblemException 400 for what is no cursor, 410 for one behind which something was deleted
   */
  async read(after: string | undefined, limit: number): Promise<string> {
    const { items, end } = await this.find(after, limit);
    let list = '';
    for (const { json } of items) list += list === '' ? json : `,${json}`;
    return `{"items":[${list}],"nextCursor":"${formatCursor(end)}"}`;
  }

  /** As `read`, one by one. */
  async find(after: string | undefined, limit: number): Promise<FoundChanges> {
    return this.transactions.read(async (manager) => {
      if (after === NOW) return { items: [], end: (await this.changes.findEnd(manager)) ?? BEGINNING };
      return this.findBehind(manager, after === undefined ? undefined : cursorOf(after), limit);
    });
  }

  /** As `find`, in a transaction of `TransactionRunner.read`: what is found is one snapshot. */
  async findBehind(
    manager: EntityManager,
    place: ChangeCursor | undefined,
    limit: number,
  ): Promise<FoundChanges> {
    // Sent together: whether what was found is all tells the other.
    const [incarnations, items] = await Promise.all([
      this.changes.findIncarnations(manager, place?.incarnation ?? 0n),
      place ? this.changes.list(manager, place, limit) : ([] as ChangeItem[]),
    ]);
    const oldest = incarnations.findLast(({ deletedUntil }) => deletedUntil)?.deletedUntil ?? BEGINNING;
    if (place && isBefore(place, oldest)) throw new ExpiredCursorException(formatCursor(oldest));
    const start = place ?? oldest;
    for (const { began } of incarnations) {
      if (items.length === limit || began < start.incarnation || began === place?.incarnation) continue;
      const from = began === start.incarnation ? start : { ...BEGINNING, incarnation: began };
      items.push(...(await this.changes.list(manager, from, limit - items.length)));
    }
    const last = items.at(-1);
    return { items, end: last ? readCursor(last.cursor) : start };
  }
}

function cursorOf(text: string): ChangeCursor {
  const cursor = parseCursor(text);
  if (cursor) return cursor;
  throw invalid([{ pointer: '/after', message: 'must be a cursor of the feed, or now' }]);
}
