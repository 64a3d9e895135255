import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, FindOperator } from 'typeorm';
import { And, In, IsNull, LessThan, MoreThanOrEqual, Repository } from 'typeorm';
import { ADVISORY_LOCKS } from '../../platform/database/advisory-lock';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { jsonMoment } from '../../calendar/history/moment';
import { PreparedStatement } from '../../platform/database/prepared-statement';
import type { Write } from '../../platform/database/write';
import { send } from '../../platform/database/write';
import type { Notice, PushNotice } from '../../notification/notice';
import { JournalEntry } from './journal-entry.entity';
import type { Call } from '../../platform/http/request-context';
import type { Outcome, CallResult } from './journaled-call';
import type { Operation } from '../operations';
import { IS_PUSH } from '../operations';
import type { NewEntry } from './new-entry';
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
} as const;
export type ListedEntry = Pick<JournalEntry, keyof typeof LISTED>;

/** What the records of an entry reach over. */
export interface Span {
  from: string;
  to: string;
  lowest: string | null;
  highest: string | null;
}

/** The last push of a room. */
export interface LastPush {
  requestId: string;
  roomId: RoomId;
}

/** The first of the two keys of an advisory lock; the second is the token. */
const UNSUCCESSFUL_LOCK = 42_072;

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
 */
const RECORD_CALLS = new PreparedStatement(
  'record_calls',
  `INSERT INTO journal_entry (id, received_at, applied_at, operation, room_id, rate_plan_id, token, token_id, traceparent,
                              outcome, received, applied, unchanged, skipped, held, late, duration_ms, dates, numbers, verdicts,
                              changes, problem, body, notice, repeat_of, undoes, changed_rooms, feed_position,
                              server_started_at)
   SELECT CASE WHEN token_id IS NULL
                 OR EXISTS (SELECT 1 FROM access_token
                             WHERE id = entry.token_id AND revoked_at IS NULL
                               AND (expires_at IS NULL OR expires_at > clock_timestamp())) THEN id END,
          received_at, coalesce(applied_at, clock_timestamp()), operation, room_id, rate_plan_id, token, token_id,
          traceparent, outcome, received, applied, unchanged, skipped, held, late,
          extract(epoch FROM clock_timestamp() - received_at) * 1000, dates, numbers, verdicts, changes, problem, body,
          notice, repeat_of, undoes, changed_rooms, CASE WHEN changed_rooms IS NOT NULL THEN ${FEED_POSITION} END,
          CASE WHEN changed_rooms IS NOT NULL THEN pg_postmaster_start_time() END
     FROM json_populate_recordset(NULL::journal_entry, $1) AS entry`,
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

  /** Returns the moment at which an entry took effect, with microseconds, which the entity's Date does not keep. */
  async findMoment(manager: EntityManager, requestId: string): Promise<string | undefined> {
    const rows = await manager.query<{ at: string }[]>(
      `SELECT ${jsonMoment('applied_at')} AS at FROM journal_entry WHERE id = $1`,
      [requestId],
    );
    return rows[0]?.at;
  }

  /** Returns the first and the last date, and the least and the greatest value, of entries with records. */
  findSpans(manager: EntityManager, requestIds: string[]): Promise<(Span & { id: string })[]> {
    return manager.query<(Span & { id: string })[]>(
      `SELECT entry.id, record.*
         FROM journal_entry AS entry
        CROSS JOIN LATERAL (
                SELECT min(date)::text AS from, max(date)::text AS to, min(number)::text AS lowest,
                       max(number)::text AS highest
                  FROM unnest(dates, numbers) AS record (date, number)) AS record
        WHERE entry.id = ANY ($1::uuid[]) AND cardinality(dates) > 0`,
      [requestIds],
    );
  }

  /** Returns the undos that have reverted entries, without those that were undone themselves. */
  findUndosOf(manager: EntityManager, requestIds: string[]): Promise<{ id: string; undoes: string[] }[]> {
    return manager.query<{ id: string; undoes: string[] }[]>(
      `WITH undo AS (
         SELECT id, undoes FROM journal_entry
          WHERE operation = 'undo' AND outcome = 'applied'
            AND id > (SELECT id FROM unnest($1::uuid[]) AS entry (id) ORDER BY id LIMIT 1)
       )
       SELECT id, undoes FROM undo
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

  /**
   * Counts the refused and failed calls of a token from a moment on, up to a limit.
   * Its lock keeps other transactions from counting for the same token until this one ends.
   */
  async countUnsuccessful(
    manager: EntityManager,
    token: Call['token'],
    fromKey: string,
    limit: number,
  ): Promise<number> {
    const id = token?.id ?? null;
    // The lock needs its own statement: a statement that waits for a lock continues with its old snapshot.
    await manager.query(`SELECT pg_advisory_xact_lock($1, hashtext($2))`, [UNSUCCESSFUL_LOCK, id ?? '']);
    const [row] = await manager.query<[{ count: number }]>(
      `SELECT count(*)::integer AS count
         FROM (SELECT FROM journal_entry
                WHERE (token_id = $1 OR ($1::uuid IS NULL AND token_id IS NULL))
                  AND outcome IN ('refused', 'failed') AND id >= $2
                LIMIT $3) AS entry`,
      [id, fromKey, limit],
    );
    return row.count;
  }

  /** Lists entries, newest first. */
  async list(manager: EntityManager, filter: JournalFilter, limit: number): Promise<ListedEntry[]> {
    const { equal, ids, fromKey, toKey, cursor } = filter;
    const bounds: FindOperator<string>[] = [];
    if (ids) bounds.push(In(ids) as FindOperator<string>);
    if (fromKey) bounds.push(MoreThanOrEqual(fromKey));
    for (const end of [toKey, cursor]) if (end) bounds.push(LessThan(end));
    return manager.withRepository(this.entries).find({
      select: LISTED,
      where: { ...equal, ...(bounds.length > 0 && { id: And(...bounds) }) },
      order: { id: 'DESC' },
      take: limit,
    });
  }

  /** Removes notices from the oldest entries that have one and that no other instance has locked. */
  async takeNotices(manager: EntityManager, limit: number): Promise<PushNotice[]> {
    const [rows] = await manager.query<[(Omit<PushNotice, keyof Notice> & { notice: Notice })[], number]>(
      `WITH waiting AS (
         SELECT id, notice
           FROM journal_entry
          WHERE notice IS NOT NULL
          ORDER BY id
          LIMIT $1
            FOR UPDATE SKIP LOCKED
       )
       UPDATE journal_entry
          SET notice = NULL
         FROM waiting
        WHERE journal_entry.id = waiting.id
       RETURNING journal_entry.id AS "requestId", received_at AS "receivedAt", room_id AS "roomId",
                 rate_plan_id AS "ratePlanId", waiting.notice`,
      [limit],
    );
    return rows.map(({ notice, ...push }) => ({ ...push, ...notice }));
  }

  /** Adds a notice to a push, unless it has one already. */
  async setNotice(manager: EntityManager, requestId: string, notice: Notice): Promise<void> {
    await manager.withRepository(this.entries).update({ id: requestId, notice: IsNull() }, { notice });
  }

  /** Returns those of the rooms whose last push is older than a number of hours and has no notice. */
  async findSilent(manager: EntityManager, roomIds: RoomId[], hours: number): Promise<LastPush[]> {
    return manager.query<LastPush[]>(
      `SELECT last.id AS "requestId", room.id AS "roomId"
         FROM unnest($1::bigint[]) AS room (id)
        CROSS JOIN LATERAL (
                SELECT id, received_at, notice
                  FROM journal_entry
                 WHERE room_id = room.id
                   AND ${IS_PUSH}
                 ORDER BY id DESC
                 LIMIT 1) AS last
        WHERE last.notice IS NULL AND last.received_at < clock_timestamp() - $2 * interval '1 hour'`,
      [roomIds, hours],
    );
  }

  /**
   * Deletes the oldest entries, unless another instance is doing so, and records how much of the feed of
   * changes is lost with them.
   * @returns the number of deleted entries
   */
  async deleteBatch(manager: EntityManager, beforeKey: string, limit: number): Promise<number> {
    const [row] = await manager.query<[{ deleted: number }]>(
      `WITH deleted AS (
         DELETE FROM journal_entry
          WHERE id = ANY (ARRAY(SELECT id FROM journal_entry WHERE id < $1 ORDER BY id LIMIT $2))
            AND (SELECT pg_try_advisory_xact_lock($3))
         RETURNING id, applied_at, feed_position, server_started_at
       ), last AS (
         SELECT DISTINCT ON (server_started_at) * FROM deleted
          WHERE feed_position IS NOT NULL
          ORDER BY server_started_at, feed_position DESC, applied_at DESC, id DESC
       ), boundary AS (
         UPDATE feed_incarnation AS incarnation
            SET deleted_position = last.feed_position, deleted_at = last.applied_at, deleted_id = last.id
           FROM last
          WHERE incarnation.server_started_at = last.server_started_at
            AND (deleted_position IS NULL
                 OR (deleted_position, deleted_at, deleted_id) < (last.feed_position, last.applied_at, last.id))
       )
       SELECT count(*)::integer AS deleted FROM deleted`,
      [beforeKey, limit, ADVISORY_LOCKS.journalRetention],
    );
    return row.deleted;
  }
}
