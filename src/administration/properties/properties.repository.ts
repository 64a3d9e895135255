import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lastPushOf } from '../calendar/last-push';
import { patternOf } from '../../platform/database/containing';
import type { RoomId } from '../../platform/database/id';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { PropertyView } from './property.dto';

/** Selects properties after a name, with a part of their names. */
interface PropertyFilter {
  search: string | undefined;
  after: string | undefined;
}

/** A property with its rooms that have held prices, but without the number of these prices. */
export interface ListedProperty extends Omit<PropertyView, 'heldPrices'> {
  roomsWithHeld: RoomId[];
}

/** Request ids that mark the beginning of the silence and of the last day. */
interface Keys {
  silence: string;
  day: string;
}

/**
 * Finds the last push of each room of the page's properties.
 * $1 is a pattern or null, $2 the name after which the page begins, $3 its length, $4 the key of the silence,
 * $5 that of the last day, and $6 the first date on which a closure counts.
 */
const LIST_PROPERTIES = `
  WITH property AS (
    SELECT property_name AS name, min(property_code) AS code, count(*)::integer AS rooms,
           bool_or(sandbox_id IS NOT NULL) AS is_sandbox
      FROM room
     WHERE ($1::text IS NULL OR property_name ILIKE $1)
       AND ($2::text IS NULL OR property_name > $2 OR property_name IS NULL)
     GROUP BY property_name
     ORDER BY property_name NULLS LAST
     LIMIT $3
  ), member AS MATERIALIZED (
    SELECT room.id, room.property_name AS name,
           least(total_rooms, maximum_guests, adults, children) < 0 AS is_negative, ${lastPushOf('room.id')} AS last
      FROM room
     WHERE property_name IN (SELECT name FROM property)
        OR (property_name IS NULL AND EXISTS (SELECT FROM property WHERE name IS NULL))
  ), problem AS (
    SELECT room_id, count(*) AS count
      FROM journal_entry
     WHERE outcome <> 'applied' AND id >= $5 AND room_id IS NOT NULL
     GROUP BY room_id
  ), closed AS (
    SELECT room_id, count(*) AS count FROM closure WHERE opened_at IS NULL AND last_date >= $6::date GROUP BY room_id
  ), plan AS (
    SELECT room_id, count(*) AS count, bool_or(has_held_prices) AS has_held_prices FROM rate_plan GROUP BY room_id
  ), figures AS (
    SELECT member.name,
           coalesce(sum(plan.count), 0)::integer AS rate_plans,
           coalesce(array_agg(member.id) FILTER (WHERE plan.has_held_prices), '{}') AS rooms_with_held,
           coalesce(sum(closed.count), 0)::integer AS closures,
           coalesce(sum(problem.count), 0)::integer AS problems,
           (count(*) FILTER (WHERE last IS NULL OR (last ->> 'requestId')::uuid < $4::uuid))::integer AS silent,
           (count(*) FILTER (WHERE is_negative))::integer AS negative,
           max(last ->> 'requestId') AS last_id
      FROM member
      LEFT JOIN plan ON plan.room_id = member.id
      LEFT JOIN problem ON problem.room_id = member.id
      LEFT JOIN closed ON closed.room_id = member.id
     GROUP BY member.name
  )
  SELECT property.name, property.code, property.is_sandbox AS "isSandbox", property.rooms,
         figures.rate_plans AS "ratePlans",
         (SELECT json_build_object('requestId', member.last ->> 'requestId', 'at', member.last ->> 'at',
                                   'outcome', member.last ->> 'outcome', 'roomId', member.id::text,
                                   'token', entry.token)
            FROM member JOIN journal_entry AS entry ON entry.id = (member.last ->> 'requestId')::uuid
           WHERE member.last ->> 'requestId' = figures.last_id) AS "lastPush",
         figures.silent AS "silentRooms", figures.rooms_with_held AS "roomsWithHeld", figures.closures,
         figures.problems,
         figures.negative AS "negativeRooms"
    FROM property JOIN figures ON figures.name IS NOT DISTINCT FROM property.name
   ORDER BY property.name NULLS LAST`;

/** The SQL of the list of properties. */
@Injectable()
export class PropertiesRepository {
  list(
    manager: EntityManager,
    { search, after }: PropertyFilter,
    { silence, day }: Keys,
    today: CalendarDate,
    limit: number,
  ): Promise<ListedProperty[]> {
    const pattern = search === undefined ? null : patternOf(search);
    return manager.query<ListedProperty[]>(LIST_PROPERTIES, [
      pattern,
      after ?? null,
      limit,
      silence,
      day,
      today,
    ]);
  }

  /** Counts the held prices of each room. */
  async countHeld(manager: EntityManager, roomIds: RoomId[]): Promise<Map<RoomId, number>> {
    const rows = await manager.query<{ roomId: RoomId; count: number }[]>(
      `SELECT room_id AS "roomId", count(*)::integer AS count
         FROM held_price WHERE room_id = ANY ($1::bigint[])
        GROUP BY room_id`,
      [roomIds],
    );
    return new Map(rows.map(({ roomId, count }) => [roomId, count]));
  }
}
