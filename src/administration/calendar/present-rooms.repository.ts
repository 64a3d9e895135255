import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { groupBy } from '../../calendar/group-by';
import type { RatePlanId, RoomId } from '../../platform/database/id';
import { LAST_ID } from '../../platform/database/id';
import { matchesAll, namesIn, patternsOf } from '../../platform/database/name-search';
import { PreparedStatement } from '../../platform/database/prepared-statement';
import { notFound } from '../../platform/http/problem';
import { lastPushOf } from './last-push';
import type { RoomFilter, ShownPlan, ShownRoom, ShownRooms } from './shown-room';
import { onlyRoom } from './shown-room';

const PLAN = `plan.id, plan.room_id AS "roomId", plan.name, plan.currency, plan.derived_from_id AS "derivedFromId",
              plan.derivation::text AS derivation, plan.has_held_prices AS "hasHeldPrices", false AS "isUncertain"`;

/** The rooms of a page. */
const ROOMS = `
  (SELECT id, name, property_name FROM room
    WHERE id > $1 AND id <= $5 AND ($2::text IS NULL OR property_name = $2)
      AND ($3::text[] IS NULL OR ${matchesAll(namesIn('property_name', 'name'), '$3')})
    ORDER BY id LIMIT $4)`;

const FIND_ROOMS = new PreparedStatement(
  'find_rooms_of_calendar',
  `SELECT room.id, room.name, room.property_name AS "propertyName", ${lastPushOf('room.id')} AS "lastPush"
     FROM ${ROOMS} AS room
    ORDER BY room.id`,
);

/** Searches for the rooms again, so that both statements are sent together. The plans are in the order of their ids. */
const FIND_PLANS = new PreparedStatement(
  'find_plans_of_calendar',
  `SELECT ${PLAN}
     FROM ${ROOMS} AS room JOIN rate_plan AS plan ON plan.room_id = room.id
    ORDER BY plan.id`,
);

/** UNION removes duplicates, so the recursion also ends in a circle. */
const FIND_LINES = `
  WITH RECURSIVE line AS (
    SELECT id, derived_from_id, room_id FROM rate_plan WHERE id = ANY ($1::bigint[])
     UNION
    SELECT parent.id, parent.derived_from_id, parent.room_id
      FROM line JOIN rate_plan AS parent ON parent.id = line.derived_from_id
  )
  SELECT ${PLAN} FROM rate_plan AS plan WHERE room_id IN (SELECT room_id FROM line) ORDER BY plan.id`;

/** The SQL of the present rooms of calendars. */
@Injectable()
export class PresentRoomsRepository implements ShownRooms {
  readonly at = null;

  async findRooms(manager: EntityManager, filter: RoomFilter, limit: number): Promise<ShownRoom[]> {
    const { propertyName, search, cursor = '0', last = LAST_ID } = filter;
    const parameters = [cursor, propertyName, search === undefined ? null : patternsOf(search), limit, last];
    const [rooms, plans] = await Promise.all([
      FIND_ROOMS.run<Omit<ShownRoom, 'plans'>[]>(manager, parameters),
      FIND_PLANS.run<ShownPlan[]>(manager, parameters),
    ]);
    const plansOf = groupBy(plans, ({ roomId }) => roomId);
    return rooms.map((room) => ({ ...room, plans: plansOf.get(room.id) ?? [] }));
  }

  async findRoom(manager: EntityManager, roomId: RoomId): Promise<ShownRoom> {
    const [room] = await this.findRooms(manager, onlyRoom(roomId), 1);
    if (!room) throw notFound('room', roomId);
    return room;
  }

  findLines(manager: EntityManager, ratePlanIds: readonly RatePlanId[]): Promise<ShownPlan[]> {
    return manager.query<ShownPlan[]>(FIND_LINES, [ratePlanIds]);
  }
}
