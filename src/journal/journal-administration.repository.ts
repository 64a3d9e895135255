import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Changes, Operation, Outcome } from './journaled-call';

/** An entry as it is stored; numbers and dates as text, which nothing rounds or shifts. */
export interface StoredEntry {
  id: string;
  receivedAt: Date;
  operation: Operation;
  roomId: string | null;
  ratePlanId: string | null;
  token: string | null;
  outcome: Outcome;
  received: number;
  applied: number;
  unchanged: number;
  skipped: number;
  durationMs: number;
  dates: string[] | null;
  numbers: string[] | null;
  verdicts: string | null;
  changes: Changes | null;
  problem: string | null;
  body: Buffer | null;
}

/** Which entries; null is "whichever". Times are bounds of the key, see `keyAt`. */
export interface JournalFilter {
  roomId: string | null;
  ratePlanId: string | null;
  operation: Operation | null;
  outcome: Outcome | null;
  fromKey: string | null;
  toKey: string | null;
  cursor: string | null;
}

/** Any number, as long as all instances take the same, and nothing else does. */
const RETENTION_LOCK = 4_207_202_613;

const COLUMNS = `
  id, received_at AS "receivedAt", operation, room_id AS "roomId", rate_plan_id AS "ratePlanId", token, outcome,
  received, applied, unchanged, skipped, duration_ms AS "durationMs", dates::text[] AS dates,
  numbers::text[] AS numbers, verdicts, changes, problem, body`;

/** The SQL of the journal as people read it. */
@Injectable()
export class JournalAdministrationRepository {
  async find(manager: EntityManager, requestId: string): Promise<StoredEntry | undefined> {
    const rows = await manager.query<StoredEntry[]>(`SELECT ${COLUMNS} FROM journal_entry WHERE id = $1`, [
      requestId,
    ]);
    return rows[0];
  }

  /** Deletes the oldest entries, unless another instance is doing so. @returns how many */
  async deleteBatch(manager: EntityManager, beforeKey: string, limit: number): Promise<number> {
    const [, deleted] = await manager.query<[unknown[], number]>(
      `DELETE FROM journal_entry
        WHERE id = ANY (ARRAY(SELECT id FROM journal_entry WHERE id < $1 ORDER BY id LIMIT $2))
          AND (SELECT pg_try_advisory_xact_lock($3))`,
      [beforeKey, limit, RETENTION_LOCK],
    );
    return deleted;
  }

  /** Entries, newest first. */
  async list(manager: EntityManager, filter: JournalFilter, limit: number): Promise<StoredEntry[]> {
    return manager.query<StoredEntry[]>(
      `SELECT ${COLUMNS}
         FROM journal_entry
        WHERE ($1::bigint IS NULL OR room_id = $1)
          AND ($2::bigint IS NULL OR rate_plan_id = $2)
          AND ($3::text IS NULL OR operation = $3)
          AND ($4::text IS NULL OR outcome = $4)
          AND ($5::uuid IS NULL OR id >= $5)
          AND ($6::uuid IS NULL OR id < $6)
          AND ($7::uuid IS NULL OR id < $7)
        ORDER BY id DESC
        LIMIT $8`,
      [
        filter.roomId,
        filter.ratePlanId,
        filter.operation,
        filter.outcome,
        filter.fromKey,
        filter.toKey,
        filter.cursor,
        limit,
      ],
    );
  }
}
