import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { jsonMoment } from '../../platform/database/moment-sql';
import type { Outcome } from '../../push/journal/journaled-call';
import { LAST_KEY } from '../../push/journal/request-id';
import { IS_PUSH } from '../../push/operations';

/** The number of rooms by the age of their last push; each room is counted once. */
export interface RoomCounts {
  total: number;
  withinHour: number;
  withinDay: number;
  withinWeek: number;
  earlier: number;
  never: number;
}

/** A room and its last push; the last three fields are null if there was none. */
export interface PushedRoom {
  roomId: RoomId;
  name: string;
  propertyName: string | null;
  requestId: string | null;
  at: string | null;
  outcome: Outcome | null;
}

/** The pushes with one outcome: the newest of a week, up to a limit. */
export interface ProblemCount {
  outcome: Outcome;
  lastDay: number;
  lastWeek: number;
  reasons: { reason: string; count: number; requestId: string }[];
}

/** Request ids that mark the beginning of the last hour, day and week. */
export interface Keys {
  hour: string;
  day: string;
  week: string;
}

/** The room after which a page begins. */
export interface PageStart {
  /** The room's last push; null if it had none. */
  requestId: string | null;
  roomId: RoomId;
}

/** The problem without its place and value, so that equal problems are counted together. */
const REASON = `
  left(regexp_replace(regexp_replace(split_part(problem, E'\\n', 1), '; got .*$', ''), '\\[\\d+\\]', '[…]', 'g'), 200)`;

/** The newest entries of all rooms, without the sandboxes. $1 is the beginning of the week, $2 a limit. */
const newestOfAll = (columns: string, condition: string, order: string) => `
  SELECT ${columns} FROM journal_entry
   WHERE ${condition} AND (token_id IS NULL OR token_id NOT IN (SELECT token_id FROM sandbox))
   ORDER BY ${order} LIMIT $2`;

/**
 * The newest problems with one outcome, of all rooms. The comparison of pairs and their order make the planner use the index of
 * problems. It would otherwise search all entries of the week for an outcome that none of them has.
 */
const NEWEST_PROBLEMS = newestOfAll(
  'id, outcome, problem',
  `outcome <> 'applied' AND (outcome, id) >= (kind.outcome, $1)
     AND (outcome, id) <= (kind.outcome, '${LAST_KEY}'::uuid)`,
  'outcome DESC, id DESC',
);

/**
 * The newest entries of the rooms of a property. An index has the problems of each room, so this never reads those of other
 * properties. $1 and $2 are as above.
 * @param name the parameter with the name of the property; null for rooms without one
 */
const newestOfProperty = (name: string, columns: string, condition: string) => `
  SELECT entry.*
    FROM room
   CROSS JOIN LATERAL (
          SELECT ${columns} FROM journal_entry
           WHERE room_id = room.id AND ${condition} AND id >= $1
           ORDER BY id DESC LIMIT $2) AS entry
   WHERE room.property_name IS NOT DISTINCT FROM ${name}::text
   ORDER BY entry.id DESC LIMIT $2`;

/**
 * A call with held prices has the outcome `applied`. The condition on the outcome makes the index of the room's problems
 * serve these entries too.
 */
const IS_HELD = `outcome = 'applied' AND held > 0`;
const NEWEST_HELD = newestOfAll('id', `${IS_HELD} AND id >= $1`, 'id DESC');

/** The name of a property; null for rooms without one, undefined for all rooms. */
type ChosenRooms = string | null | undefined;

/** The SQL of the feed's health. */
@Injectable()
export class FeedHealthRepository {
  /**
   * Counts rooms by their last push, and lists the rooms after a given one: those without a push for the longest time first.
   * One statement does both, because looking up the last push of every room is nearly all of the cost.
   */
  async readRooms(
    manager: EntityManager,
    { hour, day, week }: Keys,
    after: PageStart | undefined,
    limit: number,
    propertyName: ChosenRooms,
  ): Promise<{ counts: RoomCounts; page: PushedRoom[] }> {
    const [row] = await manager.query<[{ counts: RoomCounts; page: PushedRoom[] }]>(
      `WITH pushed AS MATERIALIZED (
         SELECT room.id, last.id AS last_id
           FROM room
           LEFT JOIN LATERAL (
                  SELECT id FROM journal_entry
                   WHERE room_id = room.id
                     AND ${IS_PUSH}
                   ORDER BY id DESC LIMIT 1) AS last ON true
          WHERE CASE WHEN $8 THEN room.property_name IS NULL
                     WHEN $7::text IS NULL THEN room.sandbox_id IS NULL
                     ELSE room.property_name = $7 END
       ), page AS (
         SELECT * FROM pushed
          WHERE CASE WHEN $4::uuid IS NULL THEN last_id IS NOT NULL OR id > $5
                     ELSE (last_id, id) > ($4::uuid, $5::bigint) END
          ORDER BY last_id NULLS FIRST, id LIMIT $6
       )
       SELECT (SELECT json_build_object(
                        'total', count(*),
                        'withinHour', count(*) FILTER (WHERE last_id >= $1),
                        'withinDay', count(*) FILTER (WHERE last_id >= $2 AND last_id < $1),
                        'withinWeek', count(*) FILTER (WHERE last_id >= $3 AND last_id < $2),
                        'earlier', count(*) FILTER (WHERE last_id < $3),
                        'never', count(*) FILTER (WHERE last_id IS NULL))
                 FROM pushed) AS counts,
              (SELECT coalesce(json_agg(json_build_object(
                        'roomId', room.id::text, 'name', room.name, 'propertyName', room.property_name,
                        'requestId', entry.id, 'at', ${jsonMoment('entry.applied_at')}, 'outcome', entry.outcome)
                        ORDER BY page.last_id NULLS FIRST, page.id), '[]')
                 FROM page JOIN room USING (id) LEFT JOIN journal_entry AS entry ON entry.id = page.last_id) AS page`,
      [
        hour,
        day,
        week,
        after?.requestId ?? null,
        after?.roomId ?? 0,
        limit,
        propertyName ?? null,
        propertyName === null,
      ],
    );
    return row;
  }

  /** Counts the pushes of the last week without effect, by outcome: the newest of each, up to a limit. */
  countProblems(
    manager: EntityManager,
    outcomes: Outcome[],
    { day, week }: Keys,
    limit: number,
    reasons: number,
    propertyName: ChosenRooms,
  ): Promise<ProblemCount[]> {
    const isAll = propertyName === undefined;
    const newest = isAll
      ? NEWEST_PROBLEMS
      : newestOfProperty('$6', 'id, outcome, problem', `outcome = kind.outcome AND outcome <> 'applied'`);
    return manager.query<ProblemCount[]>(
      `WITH entry AS MATERIALIZED (
         SELECT newest.id, newest.outcome, ${REASON} AS reason
           FROM unnest($3::text[]) AS kind (outcome) CROSS JOIN LATERAL (${newest}) AS newest
       ), reason AS (
         SELECT outcome, reason, count(*) AS count, (array_agg(id ORDER BY id DESC))[1] AS newest_id,
                row_number() OVER (PARTITION BY outcome ORDER BY count(*) DESC, reason) AS rank
           FROM entry WHERE reason IS NOT NULL GROUP BY outcome, reason
       )
       SELECT outcome, (count(*) FILTER (WHERE id >= $4))::integer AS "lastDay", count(*)::integer AS "lastWeek",
              (SELECT coalesce(json_agg(json_build_object('reason', reason, 'count', count, 'requestId', newest_id)
                                        ORDER BY rank), '[]')
                 FROM reason WHERE reason.outcome = entry.outcome AND rank <= $5) AS reasons
         FROM entry
        GROUP BY outcome
        ORDER BY outcome`,
      [week, limit, outcomes, day, reasons, ...(isAll ? [] : [propertyName])],
    );
  }

  /** Counts the closures that are open on a date or later. */
  async countClosures(
    manager: EntityManager,
    today: CalendarDate,
    propertyName: ChosenRooms,
  ): Promise<number> {
    const [row] = await manager.query<[{ count: number }]>(
      `SELECT count(*)::integer AS count FROM closure
        WHERE opened_at IS NULL AND last_date >= $1
          AND ($2::boolean OR room_id IN (SELECT id FROM room WHERE property_name IS NOT DISTINCT FROM $3::text))`,
      [today, propertyName === undefined, propertyName],
    );
    return row.count;
  }

  /** Counts the pushes of the last week with held prices: the newest, up to a limit. */
  async countHeld(
    manager: EntityManager,
    { day, week }: Keys,
    limit: number,
    propertyName: ChosenRooms,
  ): Promise<{ lastDay: number; lastWeek: number }> {
    const isAll = propertyName === undefined;
    const newest = isAll ? NEWEST_HELD : newestOfProperty('$4', 'id', IS_HELD);
    const [row] = await manager.query<[{ lastDay: number; lastWeek: number }]>(
      `SELECT (count(*) FILTER (WHERE id >= $3))::integer AS "lastDay", count(*)::integer AS "lastWeek"
         FROM (${newest}) AS entry`,
      [week, limit, day, ...(isAll ? [] : [propertyName])],
    );
    return row;
  }
}
