import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PreparedStatement } from '../platform/database/prepared-statement';
import type { ChangeCursor } from './change-cursor';
import { behindEntry, behindPosition, LAST_POSITION, momentOf } from './change-cursor';
import type { ChangeEntry, ChangeItem } from './change-item';
import { itemsOf } from './change-item';

/** The part of the feed between two starts of the database server. */
export interface Incarnation {
  began: bigint;
  /** The position of the last change that retention has deleted; null if all changes are there. */
  deletedUntil: ChangeCursor | null;
}

interface IncarnationRow {
  began: string;
  position: string | null;
  appliedAt: string | null;
  requestId: string | null;
}

type NextEntry = Omit<ChangeEntry, 'rooms'> & { rooms: string | null };

const microseconds = (column: string) => `(extract(epoch FROM ${column}) * 1000000)::bigint`;

/**
 * Selects the ids of open transactions that belong to other databases of the server. A transaction keeps its database
 * and its session until it ends, and this query runs after the snapshot was taken. An id that is both here and in the
 * snapshot therefore cannot belong to this database.
 */
export const ELSEWHERE = `
  SELECT backend_xid FROM pg_stat_activity
   WHERE backend_xid IS NOT NULL AND datid <> (SELECT oid FROM pg_database WHERE datname = current_database())
  UNION ALL
  SELECT transaction FROM pg_prepared_xacts WHERE database <> current_database()`;

/**
 * The position below which no new entry can appear. It is the lowest id of a transaction that was open in this database
 * when the snapshot was taken, or else the next id that the server assigns. A transaction with an unknown database, for
 * example one that has ended since, counts as one of this database. The snapshots of a standby do not list open
 * transactions.
 */
const OPEN_HORIZON = `
  CASE WHEN pg_is_in_recovery()
       THEN pg_snapshot_xmin(pg_current_snapshot())::text::bigint
       ELSE least(pg_snapshot_xmax(pg_current_snapshot())::text::bigint,
                  (SELECT min(open.number::text::bigint)
                     FROM pg_snapshot_xip(pg_current_snapshot()) AS open (number)
                    WHERE open.number::xid <> ALL (ARRAY(${ELSEWHERE})))) END`;

/** The position below which an incarnation gets no new entry. A server that has ended has no open transactions. */
const HORIZON = `
  CASE WHEN server_started_at = pg_postmaster_start_time() THEN ${OPEN_HORIZON} ELSE ${LAST_POSITION} END`;

/** The entries of an incarnation after a cursor. */
const ENTRIES = `
  FROM journal_entry
 WHERE changed_rooms IS NOT NULL
   AND server_started_at = (SELECT server_started_at FROM feed_incarnation WHERE began = $1)
   AND (feed_position, applied_at, id) >= ($2::bigint, $3::timestamptz, $4::uuid)
   AND feed_position < (SELECT ${HORIZON} FROM feed_incarnation WHERE began = $1)
 ORDER BY feed_position, applied_at, id`;

const ENTRY = `id AS "requestId", feed_position AS position, extract(epoch FROM applied_at) AS "appliedAt"`;

/** The rooms of a larger entry are read one by one, because the page may not have room for all of them. */
const MAX_WHOLE_BYTES = 500;

/** Reads whole entries. This halves the time for the usual entries with one or a few rooms. */
const NEXT_ENTRIES = new PreparedStatement(
  'changed_entries',
  `SELECT ${ENTRY}, CASE WHEN pg_column_size(changed_rooms) <= ${MAX_WHOLE_BYTES} THEN changed_rooms::text END AS rooms
     ${ENTRIES} LIMIT $5`,
);

const NEXT_ROOMS = new PreparedStatement(
  'changed_rooms',
  `SELECT ${ENTRY}, '[' || room || ']' AS rooms, number::integer AS "firstRoom"
     FROM (SELECT id, feed_position, applied_at, changed_rooms ${ENTRIES} LIMIT $5) AS entry
    CROSS JOIN LATERAL json_array_elements(changed_rooms) WITH ORDINALITY AS changed (room, number)
    WHERE id <> $4 OR number > $6
    ORDER BY feed_position, applied_at, id, number
    LIMIT $5`,
);

const FIND_INCARNATIONS = new PreparedStatement(
  'find_incarnations',
  `SELECT began, deleted_position AS position, ${microseconds('deleted_at')} AS "appliedAt", deleted_id AS "requestId"
     FROM feed_incarnation
    WHERE began >= $1 OR deleted_position IS NOT NULL
    ORDER BY began`,
);

/** Reads the feed of changes from the database. */
@Injectable()
export class ChangesRepository {
  /**
   * Returns the incarnations that began at `from` or later, and earlier ones with deleted changes, in the order in which
   * they began.
   */
  async findIncarnations(manager: EntityManager, from: bigint): Promise<Incarnation[]> {
    const rows = await FIND_INCARNATIONS.run<IncarnationRow[]>(manager, [from]);
    return rows.map(({ began, position, appliedAt, requestId }) => ({
      began: BigInt(began),
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

  /** The position after all changes so far; undefined if there never was one. */
  async findEnd(manager: EntityManager): Promise<ChangeCursor | undefined> {
    const [row] = await manager.query<{ began: string; horizon: string }[]>(
      `SELECT began, ${HORIZON} AS horizon FROM feed_incarnation ORDER BY began DESC LIMIT 1`,
    );
    return row && behindPosition(BigInt(row.began), BigInt(row.horizon) - 1n);
  }

  /** Lists the next changes after a cursor within its incarnation. */
  async list(manager: EntityManager, start: ChangeCursor, limit: number): Promise<ChangeItem[]> {
    const { incarnation, position, appliedAt, requestId, room } = start;
    // The limit is one higher, because the cursor may point to the end of the first entry.
    const values = [incarnation, position, momentOf(appliedAt), requestId, limit + 1];
    const entries = await NEXT_ENTRIES.run<NextEntry[]>(manager, values);
    const whole = upToLarge(entries);
    const items = itemsOf(whole, start, limit);
    if (whole.length === entries.length || items.length === limit) return items;
    return itemsOf(await NEXT_ROOMS.run<ChangeEntry[]>(manager, [...values, room]), start, limit);
  }
}

/** The entries before the first one whose rooms were left out. */
function upToLarge(entries: NextEntry[]): ChangeEntry[] {
  const end = entries.findIndex(({ rooms }) => rooms === null);
  return (end < 0 ? entries : entries.slice(0, end)) as ChangeEntry[];
}
