import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { DeletedBatch, ExpiringRecords, Retention } from '../../platform/jobs/expiring-records';
import type { Operation } from '../../push/operations';
import type { UndoCounts, UndoRecord } from './undo-record';
import { IS_SELECTED, IS_UNDONE, REACHED_ROOMS } from './undone-entries';

/** An undo as it was requested. The bounds of the entries' ids are both inclusive. */
export interface UndoRequest {
  id: string;
  requestedById: string | null;
  requestedBy: string | null;
  isDryRun: boolean;
  operations: Operation[];
  firstEntryId: string;
  lastEntryId: string;
  token: string | null;
  tokenId: string | null;
  roomId: RoomId | null;
  ratePlanId: RatePlanId | null;
  /** Only the entries of this message; null for all entries. */
  callId: string | null;
  /** Only the entries that this dry run found; null for all entries. */
  previewId: string | null;
}

export interface UndoProgress extends UndoCounts {
  id: string;
  isDryRun: boolean;
  isFinished: boolean;
  problem: string | null;
  rooms: number;
  roomsDone: number;
  requestIds: string[];
}

/** A room of an undo and the date at which to continue; null means the beginning. */
export interface UndoRoom {
  roomId: RoomId;
  nextDate: CalendarDate | null;
  /** The number of records that all rooms have already. */
  listed: number;
}

export interface UndoStepResult {
  counts: UndoCounts;
  /** The records that the answer lists. */
  records: UndoRecord[];
  /** The journal entry; null if nothing was restored. */
  entryId: string | null;
  /** Null if the room is done. */
  nextDate: CalendarDate | null;
}

/** The number of cells that an answer lists. Cells above it are only counted. */
export const MAX_RECORDS = 5_000;

/** How long the progress of a finished undo can be read: 30 days. */
const KEPT_MS = 30 * 86_400_000;

/** Whether an `entry` has set a value of its room. */
const HAS_SET = `(entry.applied + entry.unchanged > 0 OR entry.changes <> '{}')`;

/** The SQL of undos and of their progress. */
@Injectable()
export class UndoRepository implements ExpiringRecords {
  readonly retention: Retention = { noun: 'undos', lock: 'undoRetention', keptMs: KEPT_MS };

  /**
   * Inserts an undo with all rooms that its entries have changed, unless it exists already. One snapshot has the entries
   * and the latest moment of each room, so a dry run knows each entry up to that moment, and no later one.
   */
  async insert(manager: EntityManager, request: UndoRequest): Promise<void> {
    await manager.query(
      `WITH undo AS (
         INSERT INTO undo (id, requested_by_id, requested_by, is_dry_run, operations, first_entry_id, last_entry_id,
                           token, token_id, room_id, rate_plan_id, call_id, preview_id, touched_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, clock_timestamp())
             ON CONFLICT DO NOTHING
         RETURNING *
       )
       INSERT INTO undo_room (undo_id, room_id, last_moment)
       SELECT DISTINCT undo.id, reached.room_id,
              CASE WHEN undo.preview_id IS NOT NULL THEN seen.last_moment
                   WHEN undo.is_dry_run THEN clock.last_moment END
         FROM undo JOIN journal_entry AS entry ON ${IS_SELECTED}
        CROSS JOIN LATERAL (${REACHED_ROOMS}) AS reached (room_id)
         LEFT JOIN undo_room AS seen ON seen.undo_id = undo.preview_id AND seen.room_id = reached.room_id
         LEFT JOIN room_clock AS clock ON clock.room_id = reached.room_id
        WHERE reached.room_id IS NOT NULL
          AND (undo.preview_id IS NULL
               OR entry.applied_at <= (SELECT last_moment FROM undo_room
                                        WHERE undo_id = undo.preview_id AND room_id = entry.room_id))
          AND (${HAS_SET} OR entry.changed_rooms IS NOT NULL)`,
      [
        request.id,
        request.requestedById,
        request.requestedBy,
        request.isDryRun,
        request.operations,
        request.firstEntryId,
        request.lastEntryId,
        request.token,
        request.tokenId,
        request.roomId,
        request.ratePlanId,
        request.callId,
        request.previewId,
      ],
    );
  }

  /** Stores the start of the past that the undo reads: the time at which the first entry took effect. */
  async setSince(manager: EntityManager, id: string): Promise<void> {
    await manager.query(
      `UPDATE undo SET since = (SELECT min(entry.applied_at) FROM journal_entry AS entry WHERE ${IS_UNDONE})
        WHERE id = $1`,
      [id],
    );
  }

  async findRequest(manager: EntityManager, id: string): Promise<UndoRequest | undefined> {
    const rows = await manager.query<UndoRequest[]>(
      `SELECT id, requested_by_id AS "requestedById", requested_by AS "requestedBy", is_dry_run AS "isDryRun",
              operations, first_entry_id AS "firstEntryId", last_entry_id AS "lastEntryId", token, token_id AS "tokenId",
              room_id AS "roomId", rate_plan_id AS "ratePlanId", call_id AS "callId", preview_id AS "previewId"
         FROM undo WHERE id = $1`,
      [id],
    );
    return rows[0];
  }

  /** Counts the rooms that the entries were for, and those with cells of their own to restore. */
  async findProgress(manager: EntityManager, id: string): Promise<UndoProgress | undefined> {
    const rows = await manager.query<UndoProgress[]>(
      `SELECT undo.id, is_dry_run AS "isDryRun", finished_at IS NOT NULL AS "isFinished", problem,
              count(room.room_id)::integer AS rooms, (count(*) FILTER (WHERE is_done))::integer AS "roomsDone",
              coalesce(sum(restored), 0)::integer AS restored,
              coalesce(sum(changed_since), 0)::integer AS "changedSince",
              coalesce(sum(unknown), 0)::integer AS unknown, coalesce(sum(unchanged), 0)::integer AS unchanged,
              coalesce(sum(derived), 0)::integer AS derived,
              ARRAY(SELECT entry_id::text
                      FROM undo_room AS done, unnest(entry_ids) WITH ORDINALITY AS entry (entry_id, position)
                     WHERE done.undo_id = $1 ORDER BY done.room_id, position) AS "requestIds"
         FROM undo
         LEFT JOIN undo_room AS room
           ON room.undo_id = undo.id
          AND (restored + changed_since + unknown + unchanged + derived > 0
               OR EXISTS (SELECT FROM journal_entry AS entry
                           WHERE entry.room_id = room.room_id AND ${HAS_SET} AND ${IS_UNDONE}))
        WHERE undo.id = $1
        GROUP BY undo.id`,
      [id],
    );
    return rows[0];
  }

  /** Returns the first records of the answer, ordered by room. */
  async findRecords(manager: EntityManager, id: string): Promise<UndoRecord[]> {
    const rows = await manager.query<{ record: UndoRecord }[]>(
      `SELECT record
         FROM undo_room, unnest(records) WITH ORDINALITY AS list (record, position)
        WHERE undo_id = $1
        ORDER BY room_id, position
        LIMIT $2`,
      [id, MAX_RECORDS],
    );
    return rows.map(({ record }) => record);
  }

  /** Returns the next room, or undefined if all are done. */
  async findNextRoom(manager: EntityManager, id: string): Promise<RoomId | undefined> {
    const rows = await manager.query<{ roomId: RoomId }[]>(
      `SELECT room_id AS "roomId" FROM undo_room WHERE undo_id = $1 AND NOT is_done ORDER BY room_id LIMIT 1`,
      [id],
    );
    return rows[0]?.roomId;
  }

  /** Locks a room of an undo until the transaction ends. @returns undefined if the room is done */
  async lockRoom(manager: EntityManager, id: string, roomId: RoomId): Promise<UndoRoom | undefined> {
    const rows = await manager.query<UndoRoom[]>(
      `SELECT room_id AS "roomId", next_date AS "nextDate",
              (SELECT sum(listed)::integer FROM undo_room WHERE undo_id = $1) AS listed
         FROM undo_room
        WHERE undo_id = $1 AND room_id = $2 AND NOT is_done FOR NO KEY UPDATE`,
      [id, roomId],
    );
    return rows[0];
  }

  async addStep(manager: EntityManager, id: string, roomId: RoomId, step: UndoStepResult): Promise<void> {
    const { counts, records, entryId, nextDate } = step;
    await manager.query(
      `UPDATE undo_room
          SET restored = restored + $3, changed_since = changed_since + $4, unknown = unknown + $5,
              unchanged = unchanged + $6, derived = derived + $7, next_date = $8, is_done = $8::date IS NULL,
              entry_ids = entry_ids || array_remove(ARRAY[$9::uuid], NULL),
              records = records || $10::json[], listed = listed + $11
        WHERE undo_id = $1 AND room_id = $2`,
      [
        id,
        roomId,
        counts.restored,
        counts.changedSince,
        counts.unknown,
        counts.unchanged,
        counts.derived,
        nextDate,
        entryId,
        records.map((record) => JSON.stringify(record)),
        records.length,
      ],
    );
  }

  /** Records that an instance is working on the undo. */
  async touch(manager: EntityManager, id: string): Promise<void> {
    await manager.query(`UPDATE undo SET touched_at = clock_timestamp() WHERE id = $1`, [id]);
  }

  /** @param problem the reason why the undo ends before all rooms are done */
  async finish(manager: EntityManager, id: string, problem: string | null): Promise<void> {
    await manager.query(
      `UPDATE undo SET finished_at = clock_timestamp(), problem = $2 WHERE id = $1 AND finished_at IS NULL`,
      [id, problem],
    );
  }

  /** Returns unfinished undos on which no instance has worked for a while. */
  async findAbandoned(manager: EntityManager, afterMs: number): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `SELECT id FROM undo
        WHERE finished_at IS NULL AND touched_at <= clock_timestamp() - $1 * interval '1 ms' ORDER BY id`,
      [afterMs],
    );
    return rows.map(({ id }) => id);
  }

  /** Deletes undos that finished before a moment. The journal keeps their entries. */
  async deleteBefore(manager: EntityManager, before: Date): Promise<DeletedBatch> {
    const [, count] = await manager.query<[unknown, number]>(`DELETE FROM undo WHERE finished_at < $1`, [
      before,
    ]);
    return { count, isLast: true };
  }
}
