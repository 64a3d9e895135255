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

/** Changes in order, and the position after the last one. */
export interface FoundChanges {
  items: ChangeItem[];
  end: ChangeCursor;
}

/** Reads the feed of changes: the rooms that have changed, in the order of the commits. */
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
   * Reads the changes after a cursor, after all changes (`now`), or from the oldest change if there is no cursor.
   * @returns a `ChangePage` as JSON
   * @throws ProblemException 400 if the text is not a cursor, 410 if changes after the cursor were deleted
   */
  async read(after: string | undefined, limit: number): Promise<string> {
    const { items, end } = await this.find(after, limit);
    let list = '';
    for (const { json } of items) list += list === '' ? json : `,${json}`;
    return `{"items":[${list}],"nextCursor":"${formatCursor(end)}"}`;
  }

  /** Reads the same changes as `read`, but as separate items. */
  async find(after: string | undefined, limit: number): Promise<FoundChanges> {
    return this.transactions.read(async (manager) => {
      if (after === NOW) return { items: [], end: (await this.changes.findEnd(manager)) ?? BEGINNING };
      return this.findBehind(manager, after === undefined ? undefined : cursorOf(after), limit);
    });
  }

  /**
   * Reads changes like `find`, inside a transaction of `TransactionRunner.read`: all results come from one snapshot.
   */
  async findBehind(
    manager: EntityManager,
    place: ChangeCursor | undefined,
    limit: number,
  ): Promise<FoundChanges> {
    // Both statements are sent together. The incarnations show whether the cursor has expired.
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
