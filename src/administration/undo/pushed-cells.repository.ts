import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import type { CalendarField } from '../../calendar/calendar-field';
import { microseconds } from '../../platform/database/moment-sql';
import { fieldOf } from '../../calendar/calendar-field';
import { FIELD_LETTER, pushesThatSet } from '../../push/operations';
import type { PastRule } from './plan-lines';
import { IS_UNDONE, reaches } from './undone-entries';

/** A cell that the entries to undo have pushed. */
export interface PushedCell {
  roomId: RoomId;
  /** Null for a value of the room. */
  ratePlanId: RatePlanId | null;
  field: CalendarField;
  date: CalendarDate;
  /** The time at which one of the entries last changed its value, in microseconds; null if none did. */
  lastApplied: number | null;
  /** Whether one of the entries changed it before the known past begins. */
  isOld: boolean;
  /** The time at which the last of the entries took effect, in microseconds. */
  lastPushed: number;
  /** Whether the entries are those of a deleted room that had the same id. */
  isOfEarlierRoom: boolean;
}

export interface PushedDate {
  date: CalendarDate;
  /** The number of pushed cells of the date. */
  cells: number;
  /** The number of its states since then. */
  states: number;
}

/** The beginning of a plan, in microseconds, and the rules of all plans that have had its id. */
export interface PlanPast {
  ratePlanId: RatePlanId;
  began: number | null;
  /** In the order of their moments, each different from the one before it. */
  rules: PastRule[];
}

export interface FieldChange {
  changes: Record<string, { from: unknown; to: unknown }>;
  isUndone: boolean;
  /** Whether this entry created or deleted the room. */
  isLife: boolean;
}

/** The journal sorts calls by their arrival. A call takes effect at most this long after it. */
const MAX_DELAY = `interval '10 minutes'`;

/**
 * Records of the entries to undo that changed their cell or found it unchanged. A push or a release is about one field
 * of its plan or room. An entry about several fields or plans names the plan and the field of each record.
 */
const recordsOf = (isWanted = 'true') => `
  SELECT entry.room_id, coalesce(record.rate_plan_id, entry.rate_plan_id) AS rate_plan_id, record.date,
         coalesce(record.field, ${FIELD_LETTER}) AS field, record.verdict = 'a' AS is_applied, entry.applied_at
    FROM undo
    JOIN journal_entry AS entry ON ${IS_UNDONE}
   CROSS JOIN LATERAL unnest(entry.dates, string_to_array(lower(entry.verdicts), NULL), entry.rate_plan_ids,
                             string_to_array(entry.fields, NULL)) AS record (date, verdict, rate_plan_id, field)
   WHERE undo.id = $1 AND entry.room_id = ANY($2::bigint[]) AND record.verdict IN ('a', 'u')
     AND (undo.rate_plan_id IS NULL OR undo.rate_plan_id = coalesce(record.rate_plan_id, entry.rate_plan_id))
     AND ${isWanted}`;

/** Whether an entry took effect before the known past of a room begins. */
const IS_OLD = `applied_at <= coalesce(greatest(clock.known_since, boundary.known_since), 'infinity')`;

/** Counts the states of each `day` of the room `$3` since the undo's first entry. */
const COUNT_STATES = (table: string) => `
         SELECT state.date, count(*) AS count
           FROM ${table} AS state
          WHERE state.room_id = $3 AND state.date = ANY (ARRAY(SELECT day.date FROM day))
            AND state.moment >= (SELECT since FROM undo WHERE id = $1)
          GROUP BY state.date`;

@Injectable()
export class PushedCellsRepository {
  /**
   * Returns a room and the rooms with a plan from which one of its plans has ever derived. Only pushes to these have
   * changed the room.
   */
  async findSources(manager: EntityManager, roomId: RoomId): Promise<RoomId[]> {
    const rows = await manager.query<{ roomId: RoomId }[]>(
      `WITH RECURSIVE plan AS (
         SELECT rate_plan_id FROM rate_plan_state WHERE room_id = $1
          UNION
         SELECT state.derived_from_id
           FROM plan JOIN rate_plan_state AS state ON state.rate_plan_id = plan.rate_plan_id
          WHERE state.derived_from_id IS NOT NULL
       )
       SELECT room_id AS "roomId"
         FROM plan JOIN rate_plan_state AS state ON state.rate_plan_id = plan.rate_plan_id
        WHERE room_id <> $1 GROUP BY room_id ORDER BY room_id`,
      [roomId],
    );
    return [roomId, ...rows.map((row) => row.roomId)];
  }

  /**
   * Lists the dates in order, from a date on, on which pushes have set or changed a room. The change of a derived plan by a
   * message is in the entry for its room, while the date is in the entry for the room of the pushed plan.
   */
  async listDates(
    manager: EntityManager,
    undoId: string,
    roomId: RoomId,
    sources: readonly RoomId[],
    from: CalendarDate | null,
  ): Promise<PushedDate[]> {
    return manager.query<PushedDate[]>(
      `WITH record AS (${recordsOf(`(entry.call_id IS NOT NULL OR ${reaches('$3')})`)}), day AS MATERIALIZED (
         SELECT date, count(DISTINCT (coalesce(rate_plan_id, 0), field))::integer AS cells
           FROM record WHERE date >= coalesce($4::date, '-infinity') GROUP BY date
       ), price AS MATERIALIZED (${COUNT_STATES('price_state')}
       ), restriction AS MATERIALIZED (${COUNT_STATES('restriction_state')}
       )
       SELECT day.date, day.cells, (coalesce(price.count, 0) + coalesce(restriction.count, 0))::integer AS states
         FROM day LEFT JOIN price USING (date) LEFT JOIN restriction USING (date)
        ORDER BY day.date`,
      [undoId, sources, roomId, from],
    );
  }

  /** Lists the pushed cells of some rooms, each once. */
  async list(
    manager: EntityManager,
    undoId: string,
    roomIds: RoomId[],
    dates: CalendarDate[],
  ): Promise<PushedCell[]> {
    const rows = await manager.query<(Omit<PushedCell, 'field'> & { field: string })[]>(
      `WITH record AS (${recordsOf()}), life AS (
         SELECT room_id, max(began) AS began FROM room_state WHERE room_id = ANY($2::bigint[]) GROUP BY room_id
       )
       SELECT record.room_id AS "roomId", rate_plan_id AS "ratePlanId", field, record.date,
              max(${microseconds('applied_at')}) FILTER (WHERE is_applied) AS "lastApplied",
              bool_or(is_applied AND ${IS_OLD}) AS "isOld",
              max(${microseconds('applied_at')}) AS "lastPushed",
              coalesce(max(applied_at) < max(life.began), false) AS "isOfEarlierRoom"
         FROM record
         JOIN unnest($3::date[]) AS day (date) ON day.date = record.date
        CROSS JOIN history_boundary AS boundary
         LEFT JOIN room_clock AS clock ON clock.room_id = record.room_id
         LEFT JOIN life ON life.room_id = record.room_id
        GROUP BY 1, 2, 3, 4
        ORDER BY 2 NULLS FIRST, 4, 3`,
      [undoId, roomIds, dates],
    );
    return rows.map(({ field, ...cell }) => ({ ...cell, field: fieldOf(field) }));
  }

  /** Returns the plans of a room that an entry to undo has changed before the known past of the room begins. */
  async findOldPlans(
    manager: EntityManager,
    undoId: string,
    roomId: RoomId,
    sources: readonly RoomId[],
  ): Promise<Set<RatePlanId>> {
    const rows = await manager.query<{ id: RatePlanId }[]>(
      `SELECT DISTINCT plan.id
         FROM undo
         JOIN journal_entry AS entry ON ${IS_UNDONE}
        CROSS JOIN history_boundary AS boundary
         LEFT JOIN room_clock AS clock ON clock.room_id = $2
        CROSS JOIN LATERAL json_array_elements(entry.changed_rooms) AS changed
        CROSS JOIN LATERAL json_array_elements_text(changed -> 'ratePlanIds') AS plan (id)
        WHERE undo.id = $1 AND entry.room_id = ANY($3::bigint[]) AND (changed ->> 'roomId')::bigint = $2
          AND ${IS_OLD}`,
      [undoId, roomId, sources],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Returns the beginnings and the rules of plans of a room. */
  async listPlanPasts(
    manager: EntityManager,
    roomId: RoomId,
    ratePlanIds: RatePlanId[],
  ): Promise<PlanPast[]> {
    return manager.query<PlanPast[]>(
      `SELECT rate_plan_id AS "ratePlanId",
              ${microseconds(`nullif(max(began), '-infinity')`)} AS began,
              coalesce(jsonb_agg(jsonb_build_object('moment', ${microseconds('moment')},
                                                    'derivedFromId', derived_from_id::text, 'derivation', derivation)
                                 ORDER BY moment) FILTER (WHERE is_other_rule), '[]') AS rules
         FROM (SELECT rate_plan_id, began, moment, derived_from_id, derivation,
                      (derived_from_id, derivation) IS DISTINCT FROM
                      (lag(derived_from_id) OVER in_order, lag(derivation) OVER in_order) AS is_other_rule
                 FROM rate_plan_state
                WHERE room_id = $1 AND rate_plan_id = ANY($2::bigint[])
               WINDOW in_order AS (PARTITION BY rate_plan_id ORDER BY moment)) AS state
        GROUP BY rate_plan_id`,
      [roomId, ratePlanIds],
    );
  }

  /**
   * Lists all changes of a room's fields since the first entry to undo took effect, in the order of their
   * effect.
   * The list is empty if no entry to undo changed a field.
   */
  async listFieldChanges(manager: EntityManager, undoId: string, roomId: RoomId): Promise<FieldChange[]> {
    return manager.query<FieldChange[]>(
      `WITH first AS (
         SELECT min(entry.received_at) AS received_at, min(entry.applied_at) AS applied_at
           FROM undo JOIN journal_entry AS entry ON ${IS_UNDONE}
          WHERE undo.id = $1 AND entry.room_id = $2 AND entry.changes <> '{}'
            AND entry.operation = ANY($3::text[])
       )
       SELECT entry.changes, ${IS_UNDONE} AS "isUndone", entry.operation IN ('createRoom', 'deleteRoom') AS "isLife"
         FROM undo, first, journal_entry AS entry
        WHERE undo.id = $1 AND entry.room_id = $2 AND entry.changes <> '{}'
          AND (entry.operation = ANY($3::text[]) OR entry.operation IN ('changeRoom', 'createRoom', 'deleteRoom'))
          AND entry.received_at >= first.received_at - ${MAX_DELAY} AND entry.applied_at >= first.applied_at
        ORDER BY entry.applied_at`,
      [undoId, roomId, [...pushesThatSet('room'), 'undo']],
    );
  }
}
