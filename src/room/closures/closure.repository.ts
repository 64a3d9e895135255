import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { jsonMoment } from '../../platform/database/moment-sql';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { PreparedStatement } from '../../platform/database/prepared-statement';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { DateRange } from '../../platform/dates/date-range';
import type { Call } from '../../platform/http/request-context';

/** A closure: people have closed a room or one of its plans for sale on some dates. */
export interface Closure {
  /** The request id of the call that created it. */
  id: string;
  roomId: RoomId;
  /** Null for the whole room. */
  ratePlanId: RatePlanId | null;
  from: CalendarDate;
  to: CalendarDate;
  reason: string;
  /** In microseconds. */
  createdAt: string;
  /** The name of a token; null if the call needed none. */
  createdBy: string | null;
  openedAt: string | null;
  openedBy: string | null;
}

/** The end of closures: when, by whom, and by which call. */
export interface Opening {
  at: string;
  by: string | null;
  entryId: string;
}

/** Selects closures; a filter that is left out matches every closure. */
export interface ClosureFilter {
  propertyName?: string;
  roomId?: RoomId;
  /** Whether people may still open it: nobody has, and its last date has not passed. */
  isOpen?: boolean;
  /** Only closures that were created before this one. */
  cursor?: string;
}

/** Returns the end of closures by a call that takes effect at a moment. */
export function openingOf({ id, token }: Call, at: string): Opening {
  return { at, by: token?.name ?? null, entryId: id };
}

const COLUMNS = `
  closure.id, closure.room_id AS "roomId", closure.rate_plan_id AS "ratePlanId", closure.first_date AS from,
  closure.last_date AS to, closure.reason, ${jsonMoment('closure.created_at')} AS "createdAt",
  closure.created_by AS "createdBy", ${jsonMoment('closure.opened_at')} AS "openedAt", closure.opened_by AS "openedBy"`;

const INSERT = `
  INSERT INTO closure (id, room_id, rate_plan_id, first_date, last_date, reason, created_at, created_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

/** PostgreSQL plans with the values, and turns `= true` into the condition of the partial index of open closures. */
const LIST = `
  SELECT ${COLUMNS}
    FROM closure
   WHERE ($1::bigint IS NULL OR room_id = $1)
     AND ($2::text IS NULL OR room_id IN (SELECT id FROM room WHERE property_name = $2))
     AND ($3::boolean IS NULL OR (opened_at IS NULL AND last_date >= $4::date) = $3)
     AND ($5::uuid IS NULL OR closure.id < $5)
   ORDER BY closure.id DESC
   LIMIT $6`;

/** Ends closures once: `$2` is one closure or null, `$3` one rate plan or null. */
const OPEN = `
  UPDATE closure SET opened_at = $4, opened_by = $5, opened_entry_id = $6
   WHERE room_id = $1 AND opened_at IS NULL
     AND ($2::uuid IS NULL OR id = $2) AND ($3::bigint IS NULL OR rate_plan_id = $3)`;

/** Uses the partial index of open closures, so opened and past ones cost nothing. */
const FIND_OPEN = new PreparedStatement(
  'find_open_closures',
  `SELECT ${COLUMNS}
     FROM closure
    WHERE room_id = ANY ($1::bigint[]) AND opened_at IS NULL AND last_date >= $2::date AND first_date <= $3::date
    ORDER BY closure.id`,
);

const FIND_OPEN_AT = new PreparedStatement(
  'find_closures_open_at',
  `SELECT ${COLUMNS}
     FROM closure
    WHERE room_id = ANY ($1::bigint[]) AND last_date >= $2::date AND first_date <= $3::date
      AND created_at <= $4::timestamptz AND (opened_at IS NULL OR opened_at > $4::timestamptz)
    ORDER BY closure.id`,
);

/** The SQL of closures. The caller locks the room before a change. */
@Injectable()
export class ClosureRepository {
  async insert(
    manager: EntityManager,
    {
      id,
      roomId,
      ratePlanId,
      from,
      to,
      reason,
      createdAt,
      createdBy,
    }: Omit<Closure, 'openedAt' | 'openedBy'>,
  ): Promise<void> {
    await manager.query(INSERT, [id, roomId, ratePlanId, from, to, reason, createdAt, createdBy]);
  }

  async find(manager: EntityManager, id: string): Promise<Closure | undefined> {
    const [closure] = await manager.query<Closure[]>(`SELECT ${COLUMNS} FROM closure WHERE id = $1`, [id]);
    return closure;
  }

  /** Lists closures, newest first. @param today the first date on which a closure still matters */
  list(
    manager: EntityManager,
    { roomId, propertyName, isOpen, cursor }: ClosureFilter,
    today: CalendarDate,
    limit: number,
  ): Promise<Closure[]> {
    return manager.query<Closure[]>(LIST, [roomId, propertyName, isOpen, today, cursor, limit]);
  }

  /** Counts the closures of a room and its plans, or of one plan, that people may still open. */
  async countOpen(
    manager: EntityManager,
    roomId: RoomId,
    ratePlanId: RatePlanId | null,
    today: CalendarDate,
  ): Promise<number> {
    const [row] = await manager.query<[{ count: number }]>(
      `SELECT count(*)::integer AS count FROM closure
        WHERE room_id = $1 AND opened_at IS NULL AND last_date >= $2
          AND ($3::bigint IS NULL OR rate_plan_id = $3)`,
      [roomId, today, ratePlanId],
    );
    return row.count;
  }

  /** Opens one closure of a room. An opened one stays unchanged. @returns whether it was open */
  async open(
    manager: EntityManager,
    { id, roomId }: Closure,
    { at, by, entryId }: Opening,
  ): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>(OPEN, [roomId, id, null, at, by, entryId]);
    return count > 0;
  }

  /** Opens all closures of a deleted plan, or of a deleted room with its plans. */
  async openAll(
    manager: EntityManager,
    roomId: RoomId,
    ratePlanId: RatePlanId | null,
    { at, by, entryId }: Opening,
  ): Promise<void> {
    await manager.query(OPEN, [roomId, null, ratePlanId, at, by, entryId]);
  }

  /**
   * Returns the closures of some rooms and of their plans that are in effect on some dates, oldest first.
   * @param at a past moment; null for now
   */
  findEffective(
    manager: EntityManager,
    roomIds: readonly RoomId[],
    { from, to }: DateRange,
    at: string | null,
  ): Promise<Closure[]> {
    return at === null
      ? FIND_OPEN.run<Closure[]>(manager, [roomIds, from, to])
      : FIND_OPEN_AT.run<Closure[]>(manager, [roomIds, from, to, at]);
  }
}
