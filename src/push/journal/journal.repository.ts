import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, FindOperator } from 'typeorm';
import { And, In, LessThan, MoreThanOrEqual, Raw, Repository } from 'typeorm';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { jsonMoment } from '../../platform/database/moment-sql';
import { PreparedStatement } from '../../platform/database/prepared-statement';
import type { Write } from '../../platform/database/write';
import { send } from '../../platform/database/write';
import { JournalEntry } from './journal-entry.entity';
import type { Outcome, CallResult } from './journaled-call';
import type { Operation } from '../operations';
import type { NewEntry } from './new-entry';
import { isLargeChange } from './large-change';
import { resultOf } from './verdicts';

/**
 * Selects entries; a filter that is left out matches every entry. Times are bounds of the key, see `keyAt`.
 */
export interface JournalFilter {
  equal: {
    roomId?: RoomId;
    ratePlanId?: RatePlanId;
    operation?: Operation;
    outcome?: Outcome;
    token?: string;
    tokenId?: string;
  };
  /** Only entries that change a price by more than this share of it: 0.4 for 40 %. */
  largeChange?: number;
  /** Only these entries. */
  ids?: string[];
  fromKey?: string;
  toKey?: string;
  cursor?: string;
}

/** The columns of an entry in a list. Its records and its body would make it a thousand times larger. */
const LISTED = {
  id: true,
  receivedAt: true,
  operation: true,
  roomId: true,
  ratePlanId: true,
  token: true,
  tokenId: true,
  traceparent: true,
  outcome: true,
  received: true,
  applied: true,
  unchanged: true,
  skipped: true,
  held: true,
  late: true,
  durationMs: true,
  changes: true,
  problem: true,
  repeatOf: true,
  undoes: true,
  callId: true,
  notes: true,
  largestChange: true,
} as const;

/** An undo that was applied. */
export interface AppliedUndo {
  requestId: string;
  /** In microseconds. */
  at: string;
  token: string | null;
  /** The ids of the entries that it has reverted. */
  undoes: string[];
}

export type ListedEntry = Pick<JournalEntry, keyof typeof LISTED>;

/** The range of the records of an entry. */
export interface Span {
  from: string;
  to: string;
  lowest: string | null;
  highest: string | null;
  /** The letter of the field that all records set, in an entry that names their fields; null where they set several. */
  letter: string | null;
}

/**
 * The position of an entry in the feed of changes: the number of its transaction, or of the last transaction
 * that ended before it and may have held its locks.
 * It is never below the number of its own transaction, so a reader that stops below all open transactions
 * misses no entry.
 * It never decreases from push to push of a room. If it stays equal, the moment increases.
 */
const FEED_POSITION = `greatest(pg_current_xact_id()::text::bigint,
                                pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)`;

/**
 * `$1` contains rows of the table as JSON. They belong to one transaction and share one position in the feed.
 * A revoked or expired token leaves its entry without an id, which the table rejects: the transaction must
 * not commit, and the check needs no statement of its own.
 * The feed of changes and e-mails leave sandboxes out: their entries have no position in the feed.
 */
const RECORD_CALLS = new PreparedStatement(
  'record_calls',
  `INSERT INTO journal_entry (id, received_at, applied_at, operation, room_id, rate_plan_id, token, token_id, traceparent,
                              outcome, received, applied, unchanged, skipped, held, late, duration_ms, dates, numbers,
                              rate_plan_ids, fields, verdicts, changes, problem, body, notice, repeat_of, undoes, call_id,
                              message_digest, notes, largest_change, changed_rooms, feed_position, server_started_at)
   SELECT CASE WHEN token_id IS NULL
                 OR EXISTS (SELECT 1 FROM access_token
                             WHERE id = entry.token_id AND revoked_at IS NULL
                               AND (expires_at IS NULL OR expires_at > clock_timestamp())) THEN id END,
          received_at, coalesce(applied_at, clock_timestamp()), operation, room_id, rate_plan_id, token, token_id,
          traceparent, outcome, received, applied, unchanged, skipped, held, late,
          extract(epoch FROM clock_timestamp() - received_at) * 1000, dates, numbers, rate_plan_ids, fields,
          verdicts, changes, problem, body, CASE WHEN is_real THEN notice END, repeat_of, undoes, call_id, message_digest, notes,
          largest_change, changed_rooms,
          CASE WHEN is_real AND changed_rooms IS NOT NULL THEN ${FEED_POSITION} END,
          CASE WHEN is_real AND changed_rooms IS NOT NULL THEN pg_postmaster_start_time() END
     FROM json_populate_recordset(NULL::journal_entry, $1) AS entry
    CROSS JOIN LATERAL (
            SELECT NOT EXISTS (SELECT 1 FROM room
                                WHERE room.id = entry.room_id AND sandbox_id IS NOT NULL) AS is_real) AS place`,
);

/** Adds the present run of the database server to the feed of changes, after all earlier ones. */
const ADD_INCARNATION = new PreparedStatement(
  'add_incarnation',
  `INSERT INTO feed_incarnation (server_started_at, began)
   SELECT pg_postmaster_start_time(), greatest((extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
                                               (SELECT max(began) + 1 FROM feed_incarnation))
       ON CONFLICT (server_started_at) DO NOTHING`,
);

const NOT_NULL_VIOLATION = '23502';

/** Reports whether entries were rejected because a call's token was revoked or has expired. */
export function isInvalidToken(error: unknown): boolean {
  const { code, table, column } = error as { code?: unknown; table?: unknown; column?: unknown };
  return code === NOT_NULL_VIOLATION && table === 'journal_entry' && column === 'id';
}

/** Reads and writes the journal. */
@Injectable()
export class JournalRepository {
  constructor(@InjectRepository(JournalEntry) private readonly entries: Repository<JournalEntry>) {}

  /** Writes the entry of a change. It fails in the way that `isInvalidToken` detects. */
  async record(manager: EntityManager, entry: NewEntry): Promise<void> {
    await send(manager, [...(entry.changed_rooms ? [this.incarnationWrite] : []), this.writeOf([entry])]);
  }

  /** Returns the statement that writes entries. It fails in the way that `isInvalidToken` detects. */
  writeOf(entries: NewEntry[]): Write {
    return { statement: RECORD_CALLS, values: [JSON.stringify(entries)] };
  }

  /**
   * Returns the statement that adds the present run of the database server to the feed of changes.
   * The start of the service and the first change after each start of the database need it.
   */
  get incarnationWrite(): Write {
    return { statement: ADD_INCARNATION, values: [] };
  }

  async addIncarnation(manager: EntityManager): Promise<void> {
    await send(manager, [this.incarnationWrite]);
  }

  async find(manager: EntityManager, requestId: string): Promise<JournalEntry | null> {
    return manager.withRepository(this.entries).findOneBy({ id: requestId });
  }

  /** Returns the entries of a call that has one for each of its rooms, in the order of the rooms. */
  findAllOfCall(manager: EntityManager, callId: string): Promise<JournalEntry[]> {
    return manager.withRepository(this.entries).find({ where: { callId }, order: { roomId: 'ASC' } });
  }

  /** Returns the ids of the entries of a message, in the order of their rooms. */
  async findIdsOfCall(manager: EntityManager, callId: string): Promise<string[]> {
    const entries = await manager
      .withRepository(this.entries)
      .find({ select: { id: true }, where: { callId }, order: { roomId: 'ASC', id: 'ASC' } });
    return entries.map(({ id }) => id);
  }

  /** Returns the moment at which an entry took effect, with microseconds, which the entity's Date does not keep. */
  async findMoment(manager: EntityManager, requestId: string): Promise<string | undefined> {
    const rows = await manager.query<{ at: string }[]>(
      `SELECT ${jsonMoment('applied_at')} AS at FROM journal_entry WHERE id = $1`,
      [requestId],
    );
    return rows[0]?.at;
  }

  /** Returns the first and the last date of entries with records, and the least and the greatest value of one field. */
  findSpans(manager: EntityManager, requestIds: string[]): Promise<(Span & { id: string })[]> {
    return manager.query<(Span & { id: string })[]>(
      `SELECT entry.id, record."from", record."to", field.letter,
              CASE WHEN field.is_one THEN record.lowest END AS lowest,
              CASE WHEN field.is_one THEN record.highest END AS highest
         FROM journal_entry AS entry
        CROSS JOIN LATERAL (
                SELECT fields IS NULL OR btrim(fields, left(fields, 1)) = '' AS is_one,
                       CASE WHEN btrim(fields, left(fields, 1)) = '' THEN left(fields, 1) END AS letter) AS field
        CROSS JOIN LATERAL (
                SELECT min(date)::text AS from, max(date)::text AS to, min(number)::text AS lowest,
                       max(number)::text AS highest
                  FROM unnest(dates, numbers) AS record (date, number)) AS record
        WHERE entry.id = ANY ($1::uuid[]) AND cardinality(dates) > 0`,
      [requestIds],
    );
  }

  /** Returns the undos that have reverted entries, without those that were undone themselves. */
  findUndosOf(manager: EntityManager, requestIds: string[]): Promise<AppliedUndo[]> {
    return manager.query<AppliedUndo[]>(
      `WITH undo AS (
         SELECT id, undoes, applied_at, token FROM journal_entry
          WHERE operation IN ('undo', 'changeRatePlans') AND outcome = 'applied'
            AND id > (SELECT id FROM unnest($1::uuid[]) AS entry (id) ORDER BY id LIMIT 1)
       )
       SELECT id AS "requestId", undoes, ${jsonMoment('applied_at')} AS at, token FROM undo
        WHERE undoes && $1::uuid[]
          AND NOT EXISTS (SELECT FROM undo AS later WHERE undo.id = ANY (later.undoes))
        ORDER BY id`,
      [requestIds],
    );
  }

  /** Returns the results of committed pushes by their request ids. */
  async findResults(manager: EntityManager, requestIds: string[]): Promise<Map<string, CallResult>> {
    const entries = await manager.withRepository(this.entries).findBy({ id: In(requestIds) });
    return new Map(entries.map((entry) => [entry.id, resultOf(entry)]));
  }

  /** Lists entries, newest first. */
  async list(manager: EntityManager, filter: JournalFilter, limit: number): Promise<ListedEntry[]> {
    const { equal, largeChange: share, ids, fromKey, toKey, cursor } = filter;
    const bounds: FindOperator<string>[] = [];
    if (ids) bounds.push(In(ids) as FindOperator<string>);
    if (fromKey) bounds.push(MoreThanOrEqual(fromKey));
    for (const end of [toKey, cursor]) if (end) bounds.push(LessThan(end));
    return manager.withRepository(this.entries).find({
      select: LISTED,
      where: {
        ...equal,
        ...(share !== undefined && { largestChange: Raw(() => isLargeChange(':share'), { share }) }),
        ...(bounds.length > 0 && { id: And(...bounds) }),
      },
      order: { id: 'DESC' },
      take: limit,
    });
  }
}
