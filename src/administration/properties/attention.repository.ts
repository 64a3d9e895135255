import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { UndeliveredMails } from '../../notification/notification.repository';
import type { RoomId } from '../../platform/database/id';
import { listText } from '../../platform/database/list-text';
import type { CalendarDate } from '../../platform/dates/calendar-date';
import { IS_PUSH } from '../../push/operations';
import { largeChangesOf } from './large-changes';
import type { Keys } from './properties.repository';
import type { PropertyTotals } from './property.dto';

/** The totals without those of e-mails. */
type Totals = Omit<PropertyTotals, keyof UndeliveredMails>;

/** A property and how much it needs attention. */
export interface WeighedProperty {
  name: string | null;
  weight: number;
}

/** Selects properties, or one. */
interface AttentionFilter {
  propertyName: string | undefined;
  /** The last property of the page before. */
  after: WeighedProperty | undefined;
  limit: number;
}

/**
 * Adds up the figures of all properties, and lists a page of them with the greatest weight first: properties whose
 * rooms are all silent, then those with some silent rooms, then all others by the number of their problems. An index
 * finds the last push of each room, which is nearly all of the cost: about 10 µs a room.
 * $1 is the name of a property or null, $2 the key of the silence, $3 that of the last day, $4 the first date on which
 * a closure counts, $5 and $6 are rooms with held prices and the numbers of these, $7 and $8 are the weight and the
 * name after which the page begins, $9 is its length, and $10 is the share above which a change of a price is large.
 */
const READ_ATTENTION = `
  WITH held AS MATERIALIZED (
    SELECT * FROM unnest($5::bigint[], $6::integer[]) AS held (room_id, count)
  ), problem AS MATERIALIZED (
    SELECT room_id, count(*) AS count
      FROM journal_entry
     WHERE outcome <> 'applied' AND id >= $3::uuid AND room_id IS NOT NULL
     GROUP BY room_id
  ), large AS MATERIALIZED (${largeChangesOf('$3', '$10')}
  ), closed AS MATERIALIZED (
    SELECT room_id, count(*) AS count FROM closure WHERE opened_at IS NULL AND last_date >= $4::date GROUP BY room_id
  ), member AS MATERIALIZED (
    SELECT id, property_name AS name, least(total_rooms, maximum_guests, adults, children) < 0 AS is_negative,
           coalesce((SELECT id FROM journal_entry
                      WHERE room_id = room.id AND ${IS_PUSH}
                      ORDER BY id DESC LIMIT 1) < $2::uuid, true) AS is_silent
      FROM room
     WHERE $1::text IS NULL OR property_name = $1
  ), property AS MATERIALIZED (
    SELECT name, count(*) AS rooms, count(*) FILTER (WHERE is_silent) AS silent,
           count(*) FILTER (WHERE is_negative) AS negative, coalesce(sum(held.count), 0) AS held,
           coalesce(sum(closed.count), 0) AS closures, coalesce(sum(problem.count), 0) AS problems,
           coalesce(sum(large.count), 0) AS large
      FROM member
      LEFT JOIN held ON held.room_id = member.id
      LEFT JOIN closed ON closed.room_id = member.id
      LEFT JOIN problem ON problem.room_id = member.id
      LEFT JOIN large ON large.room_id = member.id
     GROUP BY name
  ), weighed AS (
    SELECT name, (CASE WHEN silent = rooms THEN 1000000000 ELSE 0 END + CASE WHEN silent > 0 THEN 1000000 ELSE 0 END
                  + held + closures + problems + large + negative)::float8 AS weight
      FROM property
  ), page AS (
    SELECT name, weight
      FROM weighed
     WHERE $7::float8 IS NULL OR weight < $7 OR (weight = $7 AND (name > $8::text OR (name IS NULL AND $8 IS NOT NULL)))
     ORDER BY weight DESC, name NULLS LAST
     LIMIT $9
  )
  SELECT (SELECT json_build_object(
                   'total', count(*),
                   'needingAttention', count(*) FILTER (WHERE silent + held + closures + problems + large + negative > 0),
                   'silentProperties', count(*) FILTER (WHERE silent = rooms),
                   'rooms', coalesce(sum(rooms), 0),
                   'silentRooms', coalesce(sum(silent), 0),
                   'silentRoomsElsewhere', coalesce(sum(silent) FILTER (WHERE silent < rooms), 0),
                   'heldPrices', coalesce(sum(held), 0),
                   'closures', coalesce(sum(closures), 0),
                   'problems', coalesce(sum(problems), 0),
                   'largeChanges', coalesce(sum(large), 0),
                   'negativeRooms', coalesce(sum(negative), 0))
            FROM property) AS totals,
         (SELECT coalesce(json_agg(json_build_object('name', name, 'weight', weight)
                                   ORDER BY weight DESC, name NULLS LAST), '[]')
            FROM page) AS page`;

@Injectable()
export class AttentionRepository {
  async read(
    manager: EntityManager,
    { propertyName, after, limit }: AttentionFilter,
    { silence, day }: Keys,
    today: CalendarDate,
    largeChange: number,
    held: Map<RoomId, number>,
  ): Promise<{ totals: Totals; page: WeighedProperty[] }> {
    const [row] = await manager.query<[{ totals: Totals; page: WeighedProperty[] }]>(READ_ATTENTION, [
      propertyName ?? null,
      silence,
      day,
      today,
      listText([...held.keys()]),
      listText([...held.values()].map(String)),
      after?.weight ?? null,
      after?.name ?? null,
      limit,
      largeChange,
    ]);
    return row;
  }

  async findRoomsWithHeld(manager: EntityManager, propertyName: string | undefined): Promise<RoomId[]> {
    const rows = await manager.query<{ roomId: RoomId }[]>(
      `SELECT DISTINCT room_id AS "roomId" FROM rate_plan
        WHERE has_held_prices
          AND ($1::text IS NULL OR room_id IN (SELECT id FROM room WHERE property_name = $1))`,
      [propertyName ?? null],
    );
    return rows.map(({ roomId }) => roomId);
  }
}
