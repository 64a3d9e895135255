import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TransactionRunner } from '../database/transaction-runner';
import { invalid } from '../http/problem';
import { JournalRepository } from '../journal/journal.repository';
import type { ChangeCursor } from './change-cursor';
import { BEGINNING, formatCursor, isBefore, parseCursor } from './change-cursor';
import type { Change, ChangePage } from './changes.dto';
import { ExpiredCursorException } from './expired-cursor.exception';
import type { ChangeRow } from './changes.repository';
import { ChangesRepository } from './changes.repository';

const NOW = 'now';

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
   * @throws ProblemException 400 for what is no cursor, 410 for one behind which something was deleted
   */
  async read(after: string | undefined, limit: number): Promise<ChangePage> {
    return this.transactions.read((manager) => this.page(manager, after, limit));
  }

  /** As `read`, in a transaction of `TransactionRunner.read`: the page is one snapshot. */
  async page(manager: EntityManager, after: string | undefined, limit: number): Promise<ChangePage> {
    if (after === NOW) {
      const end = (await this.changes.findEnd(manager)) ?? BEGINNING;
      return { items: [], nextCursor: formatCursor(end) };
    }
    const wanted = after === undefined ? undefined : cursorOf(after);
    const incarnations = await this.changes.findIncarnations(manager, wanted?.incarnation ?? 0n);
    const oldest = incarnations.findLast(({ deletedUntil }) => deletedUntil)?.deletedUntil ?? BEGINNING;
    if (wanted && isBefore(wanted, oldest)) throw new ExpiredCursorException(formatCursor(oldest));
    const start = wanted ?? oldest;
    const rows: ChangeRow[] = [];
    for (const incarnation of incarnations) {
      if (rows.length === limit || incarnation.began < start.incarnation) continue;
      const from =
        incarnation.began === start.incarnation ? start : { ...BEGINNING, incarnation: incarnation.began };
      rows.push(...(await this.changes.list(manager, incarnation, from, limit - rows.length)));
    }
    return { items: rows.map(toView), nextCursor: formatCursor(rows.at(-1)?.cursor ?? start) };
  }
}

function cursorOf(text: string): ChangeCursor {
  const cursor = parseCursor(text);
  if (cursor) return cursor;
  throw invalid([{ pointer: '/after', message: 'must be a cursor of the feed, or now' }]);
}

function toView({ requestId, at, cursor, room }: ChangeRow): Change {
  const { roomId, kind, ratePlanIds, from, to } = room;
  return { cursor: formatCursor(cursor), requestId, at, roomId, kind, ratePlanIds, from, to };
}
