import type { Client } from 'pg';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import { addDays } from '../../src/platform/dates/calendar-date';

/** A room with eleven rate plans. */
export interface Room {
  id: string;
  /** The first one is pushed; the ten others derive from it, unless all are pushed. */
  ratePlanIds: [string, ...string[]];
}

const TODAY = new Date().toISOString().slice(0, 10) as CalendarDate;

/** The days from today on, all within the update window. */
export function daysFromToday(count: number): CalendarDate[] {
  return Array.from({ length: count }, (_, day) => addDays(TODAY, day));
}

/** Creates rooms whose ten other plans derive from the first one, by a percentage and an amount. */
export function createRooms(client: Client, count: number): Promise<Room[]> {
  return insertRooms(client, count, true);
}

/** Makes each room its own hotel, with the room's id as its code. */
export async function nameHotels(client: Client, rooms: readonly Room[]): Promise<void> {
  await client.query(`UPDATE room SET property_code = id::text WHERE id = ANY ($1)`, [
    rooms.map(({ id }) => id),
  ]);
}

/** Creates a room in which every plan is pushed, and none derives from another. */
export async function createRoomOfPushedPlans(client: Client): Promise<Room> {
  return one(await insertRooms(client, 1, false));
}

export async function createRoom(client: Client): Promise<Room> {
  return one(await createRooms(client, 1));
}

/**
 * Gives all rooms availability and prices on `days` days, as pushes of years would. The foreign keys hold anyway, so
 * PostgreSQL does not check them for each row.
 */
export async function fillRooms(client: Client, days: number): Promise<void> {
  await client.query(`SET session_replication_role = replica`);
  await client.query(
    `INSERT INTO room_availability (room_id, date, total_rooms, occupied_rooms)
     SELECT room.id, $1::date + day, 5, 0
       FROM room CROSS JOIN generate_series(0, $2::integer - 1) AS day
      ORDER BY 1, 2`,
    [TODAY, days],
  );
  // This inserts room by room, like pushes, so that the rows of a room are on the same pages.
  await client.query(
    `INSERT INTO rate_room_availability (room_id, rate_plan_id, date, price)
     SELECT room.id, cell.rate_plan_id, $1::date + cell.day, 100 + cell.day * 0.01
       FROM (SELECT id FROM room ORDER BY id) AS room
      CROSS JOIN LATERAL (SELECT plan.id AS rate_plan_id, day
                            FROM rate_plan AS plan CROSS JOIN generate_series(0, $2::integer - 1) AS day
                           WHERE plan.room_id = room.id
                           ORDER BY plan.id, day) AS cell`,
    [TODAY, days],
  );
  await client.query(`RESET session_replication_role`);
  await client.query(`VACUUM (ANALYZE) room_availability, rate_room_availability, rate_plan, room`);
  await client.query(`CHECKPOINT`);
}

async function insertRooms(client: Client, count: number, isDerived: boolean): Promise<Room[]> {
  const rooms = await client.query<{ id: string }>(
    `INSERT INTO room (name) SELECT 'Double' FROM generate_series(1, $1) RETURNING id`,
    [count],
  );
  const ids = rooms.rows.map(({ id }) => id);
  const plans = await client.query<Room>(
    `WITH first AS (
       INSERT INTO rate_plan (room_id, name) SELECT id, 'Flexible' FROM unnest($1::bigint[]) AS room (id)
       RETURNING id, room_id
     ), other AS (
       INSERT INTO rate_plan (room_id, name, derived_from_id, derivation)
       SELECT first.room_id, 'Plan ' || n, CASE WHEN $2 THEN first.id END, CASE WHEN $2 THEN jsonb_build_object(
                'steps', jsonb_build_array(jsonb_build_object('percent', (-n)::text), '{"amount": "5.00"}'::jsonb),
                'rounding', '{"mode": "halfUp", "increment": "0.01"}'::jsonb, 'minimum', NULL, 'maximum', NULL) END
         FROM first CROSS JOIN generate_series(1, 10) AS n
       RETURNING id, room_id
     )
     SELECT first.room_id AS id, array_prepend(first.id, array_agg(other.id)) AS "ratePlanIds"
       FROM first JOIN other USING (room_id)
      GROUP BY first.room_id, first.id
      ORDER BY first.room_id`,
    [ids, isDerived],
  );
  await client.query(`ANALYZE rate_plan`);
  return plans.rows;
}

function one(rooms: Room[]): Room {
  const [room] = rooms;
  if (!room) throw new Error('No room was made');
  return room;
}
