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

/** Changes in their order, and the place behind the last of them. */
export interface FoundChanges {
  rows: ChangeRow[];
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
   * @throws ProblemException 400 for what is no cursor, 410 for one behind which something was deleted
   */
  async read(after: string | undefined, limit: number): Promise<ChangePage> {
    const { rows, end } = await this.find(after, limit);
    return { items: rows.map(toView), nextCursor: formatCursor(end) };
  }

  /** As `read`, as they are stored. */
  async find(after: string | undefined, limit: number): Promise<FoundChanges> {
    return this.transactions.read(async (manager) => {
      if (after === NOW) return { rows: [], end: (await this.changes.findEnd(manager)) ?? BEGINNING };
      return this.findBehind(manager, after === undefined ? undefined : cursorOf(after), limit);
    });
  }

  /** As `find`, in a transaction of `TransactionRunner.read`: what is found is one snapshot. */
  async findBehind(
    manager: EntityManager,
    place: ChangeCursor | undefined,
    limit: number,
  ): Promise<FoundChanges> {
    const incarnations = await this.changes.findIncarnations(manager, place?.incarnation ?? 0n);
    const oldest = incarnations.findLast(({ deletedUntil }) => deletedUntil)?.deletedUntil ?? BEGINNING;
    if (place && isBefore(place, oldest)) throw new ExpiredCursorException(formatCursor(oldest));
    const start = place ?? oldest;
    const rows: ChangeRow[] = [];
    for (const incarnation of incarnations) {
      if (rows.length === limit || incarnation.began < start.incarnation) continue;
      const from =
        incarnation.began === start.incarnation ? start : { ...BEGINNING, incarnation: incarnation.began };
      rows.push(...(await this.changes.list(manager, incarnation, from, limit - rows.length)));
    }
    return { rows, end: rows.at(-1)?.cursor ?? start };
  }
}

function cursorOf(text: string): ChangeCursor {
  const cursor = parseCursor(text);
  if (cursor) return cursor;
  throw invalid([{ pointer: '/after', message: 'must be a cursor of the feed, or now' }]);
}

/** A change as it is answered. */
export function toView({ requestId, at, cursor, room }: ChangeRow): Change {
  const { roomId, kind, ratePlanIds, from, to } = room;
  return { cursor: formatCursor(cursor), requestId, at, roomId, kind, ratePlanIds, from, to };
}
