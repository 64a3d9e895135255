import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lastPushOf } from '../calendar/last-push';
import type { RoomId } from '../../platform/database/id';
import { matchesAll, rankedPatternsOf, rankOf } from '../../platform/database/name-search';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import type { RankedPosition } from '../../platform/http/ranked-cursor';
import { largeChangesOf } from './large-changes';
import type { PropertyView } from './property.dto';

/** Selects properties; a filter that is left out matches every one. */
export interface PropertyFilter {
  /** Words of which all must be in the name. */
  search?: string;
  propertyName?: string;
  /** Properties with these names; null stands for the rooms without a property. */
  names?: (string | null)[];
  /** Properties after this place. */
  after?: RankedPosition;
}

/** A property with its rooms that have held prices, but without the number of these prices. */
export interface ListedProperty extends Omit<PropertyView, 'heldPrices'> {
  /** 0 without a search. */
  rank: number;
  roomsWithHeld: RoomId[];
}

/** Request ids that mark the beginning of the silence and of the last day. */
export interface Keys {
  silence: string;
  day: string;
}

/**
 * Finds the last push of each room of the page's properties.
 * $1 to $4 are those of `rankedPatternsOf`, or null, $5 and $6 the place after which the page begins, $7 its length, $8 the
 * key of the silence, $9 that of the last day, $10 the first date on which a closure counts, and $11 the names of the
 * properties or null. $12 says whether the rooms without a property are among those of $11, and $13 is the share from which
 * on a change of a price is large.
 */
const LIST_PROPERTIES = `
  WITH property AS (
    SELECT name, code, rooms, is_sandbox, rank
      FROM (SELECT property_name AS name, min(property_code) AS code, count(*)::integer AS rooms,
                   bool_or(sandbox_id IS NOT NULL) AS is_sandbox,
                   CASE WHEN $1::text[] IS NULL THEN 0
                        ELSE ${rankOf('property_name', '$2', '$3', '$4')} END AS rank
              FROM room
             WHERE ($1::text[] IS NULL OR ${matchesAll('property_name', '$1')})
               AND ($11::text[] IS NULL OR property_name = ANY ($11) OR ($12 AND property_name IS NULL))
             GROUP BY property_name) AS found
     WHERE $5::integer IS NULL OR rank > $5 OR (rank = $5 AND (name > $6 OR name IS NULL))
     ORDER BY rank, name NULLS LAST
     LIMIT $7
  ), member AS MATERIALIZED (
    SELECT room.id, room.property_name AS name,
           least(total_rooms, maximum_guests, adults, children) < 0 AS is_negative, ${lastPushOf('room.id')} AS last
      FROM room
     WHERE property_name IN (SELECT name FROM property)
        OR (property_name IS NULL AND EXISTS (SELECT FROM property WHERE name IS NULL))
  ), problem AS (
    SELECT room_id, count(*) AS count
      FROM journal_entry
     WHERE outcome <> 'applied' AND id >= $9 AND room_id IN (SELECT id FROM member)
     GROUP BY room_id
  ), large AS (${largeChangesOf('$9', '$13')}
  ), closed AS (
    SELECT room_id, count(*) AS count
      FROM closure
     WHERE opened_at IS NULL AND last_date >= $10::date AND room_id IN (SELECT id FROM member)
     GROUP BY room_id
  ), plan AS (
    SELECT room_id, count(*) AS count, bool_or(has_held_prices) AS has_held_prices
      FROM rate_plan
     WHERE room_id IN (SELECT id FROM member)
     GROUP BY room_id
  ), figures AS (
    SELECT member.name,
           coalesce(sum(plan.count), 0)::integer AS rate_plans,
           coalesce(array_agg(member.id) FILTER (WHERE plan.has_held_prices), '{}') AS rooms_with_held,
           coalesce(sum(closed.count), 0)::integer AS closures,
           coalesce(sum(problem.count), 0)::integer AS problems,
           coalesce(sum(large.count), 0)::integer AS large,
           (count(*) FILTER (WHERE last IS NULL OR (last ->> 'requestId')::uuid < $8::uuid))::integer AS silent,
           (count(*) FILTER (WHERE is_negative))::integer AS negative,
           max(last ->> 'requestId') AS last_id
      FROM member
      LEFT JOIN plan ON plan.room_id = member.id
      LEFT JOIN problem ON problem.room_id = member.id
      LEFT JOIN large ON large.room_id = member.id
      LEFT JOIN closed ON closed.room_id = member.id
     GROUP BY member.name
  )
  SELECT property.name, property.code, property.is_sandbox AS "isSandbox", property.rooms, property.rank,
         figures.rate_plans AS "ratePlans",
         (SELECT json_build_object('requestId', member.last ->> 'requestId', 'at', member.last ->> 'at',
                                   'outcome', member.last ->> 'outcome', 'roomId', member.id::text,
                                   'token', entry.token)
            FROM member JOIN journal_entry AS entry ON entry.id = (member.last ->> 'requestId')::uuid
           WHERE member.last ->> 'requestId' = figures.last_id) AS "lastPush",
         figures.silent AS "silentRooms", figures.rooms_with_held AS "roomsWithHeld", figures.closures,
         figures.problems, figures.large AS "largeChanges",
         figures.negative AS "negativeRooms"
    FROM property JOIN figures ON figures.name IS NOT DISTINCT FROM property.name
   ORDER BY property.rank, property.name NULLS LAST`;

/** The SQL of the list of properties. */
@Injectable()
export class PropertiesRepository {
  list(
    manager: EntityManager,
    { search, propertyName, names, after }: PropertyFilter,
    { silence, day }: Keys,
    today: CalendarDate,
    largeChange: number,
    limit: number,
  ): Promise<ListedProperty[]> {
    const patterns = search === undefined ? [null, null, null, null] : rankedPatternsOf(search);
    const wanted = names ?? (propertyName === undefined ? null : [propertyName]);
    return manager.query<ListedProperty[]>(LIST_PROPERTIES, [
      ...patterns,
      after?.rank,
      after?.id,
      limit,
      silence,
      day,
      today,
      wanted?.filter((name) => name !== null) ?? null,
      wanted?.includes(null) ?? false,
      largeChange,
    ]);
  }

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
