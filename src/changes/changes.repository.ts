import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { jsonMoment } from '../history/moment';
import type { ChangedRoom } from '../journal/changed-rooms';
import type { ChangeCursor } from './change-cursor';
import { behindEntry, behindPosition, LAST_POSITION, momentOf } from './change-cursor';

/** What happened between two starts of the database server, as far as it is in the feed. */
export interface Incarnation {
  began: bigint;
  /** Text of a `timestamptz`. */
  serverStartedAt: string;
  /** The last that retention has taken; null where all is there. */
  deletedUntil: ChangeCursor | null;
}

/** A changed room, and the call that has changed it. */
export interface ChangeRow {
  requestId: string;
  at: string;
  cursor: ChangeCursor;
  room: ChangedRoom;
}

interface IncarnationRow {
  began: string;
  serverStartedAt: string;
  position: string | null;
  appliedAt: string | null;
  requestId: string | null;
}

interface EntryRow {
  requestId: string;
  at: string;
  position: string;
  appliedAt: string;
  room: ChangedRoom;
  roomNumber: number;
}

const microseconds = (column: string) => `(extract(epoch FROM ${column}) * 1000000)::bigint`;

/** Below the number of every transaction that is still open: of those of a server that has ended, none is. */
const HORIZON = `
  CASE WHEN server_started_at = pg_postmaster_start_time()
       THEN pg_snapshot_xmin(pg_current_snapshot())::text::bigint
       ELSE ${LAST_POSITION} END`;

/** The SQL of the feed of changes. */
@Injectable()
export class ChangesRepository {
  /** The incarnations of the database in their order, from one on, and those before of which something was deleted. */
  async findIncarnations(manager: EntityManager, from: bigint): Promise<Incarnation[]> {
    const rows = await manager.query<IncarnationRow[]>(
      `SELECT began, server_started_at::text AS "serverStartedAt", deleted_position AS position,
              ${microseconds('deleted_at')} AS "appliedAt", deleted_id AS "requestId"
         FROM feed_incarnation
        WHERE began >= $1 OR deleted_position IS NOT NULL
        ORDER BY began`,
      [from],
    );
    return rows.map(({ began, serverStartedAt, position, appliedAt, requestId }) => ({
      began: BigInt(began),
      serverStartedAt,
      deletedUntil:
        position && appliedAt && requestId
          ? behindEntry({
              incarnation: BigInt(began),
              position: BigInt(position),
              appliedAt: BigInt(appliedAt),
              requestId,
            })
          : null,
    }));
  }

  /** Behind all that is in the feed by now; undefined where nothing was ever. */
  async findEnd(manager: EntityManager): Promise<ChangeCursor | undefined> {
    const [row] = await manager.query<{ began: string; horizon: string }[]>(
      `SELECT began, ${HORIZON} AS horizon FROM feed_incarnation ORDER BY began DESC LIMIT 1`,
    );
    return row && behindPosition(BigInt(row.began), BigInt(row.horizon) - 1n);
  }

  /** The next changed rooms of an incarnation behind a cursor in it. */
  async list(
    manager: EntityManager,
    { began, serverStartedAt }: Incarnation,
    { position, appliedAt, requestId, room }: ChangeCursor,
    limit: number,
  ): Promise<ChangeRow[]> {
    const rows = await manager.query<EntryRow[]>(
      `SELECT id AS "requestId", ${jsonMoment('applied_at')} AS at, feed_position AS position,
              ${microseconds('applied_at')} AS "appliedAt", room, number::integer AS "roomNumber"
         FROM (SELECT id, applied_at, feed_position, changed_rooms
                 FROM journal_entry
                WHERE changed_rooms IS NOT NULL
                  AND server_started_at = $1::timestamptz
                  AND (feed_position, applied_at, id) >= ($2::bigint, $3::timestamptz, $4::uuid)
                  AND feed_position < (SELECT ${HORIZON} FROM (VALUES ($1::timestamptz)) AS server (server_started_at))
                ORDER BY feed_position, applied_at, id
                LIMIT $6::integer + 1) AS entry
        CROSS JOIN LATERAL jsonb_array_elements(changed_rooms) WITH ORDINALITY AS changed (room, number)
        WHERE id <> $4 OR number > $5
        ORDER BY feed_position, applied_at, id, number
        LIMIT $6`,
      [serverStartedAt, position, momentOf(appliedAt), requestId, room, limit],
    );
    return rows.map((row) => ({
      requestId: row.requestId,
      at: row.at,
      cursor: {
        incarnation: began,
        position: BigInt(row.position),
        appliedAt: BigInt(row.appliedAt),
        requestId: row.requestId,
        room: row.roomNumber,
      },
      room: row.room,
    }));
  }
}
