import type { Client } from 'pg';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import type { Room } from './rooms';

/**
 * The lower limits of the service: PostgreSQL alone writes the same rows to the same tables, with its indexes, foreign
 * keys and durability. Each takes one round trip; nothing is parsed, derived, compared, locked or journaled.
 */

/** Changes every price of a room. */
export async function bareUpdate(client: Client, { id }: Room): Promise<void> {
  await client.query(`UPDATE rate_room_availability SET price = price + 0.01 WHERE room_id = $1`, [id]);
}

/**
 * Everything that operation 1 asks of the database, in one round trip and without sending data: the lock, the rate
 * plans, the inventory, its states, the search for missing price records, and the journal entry.
 */
export async function inventoryInSql(client: Client, { id }: Room): Promise<void> {
  await client.query(
    `${begin(id)}
     UPDATE room_availability SET total_rooms = total_rooms + 1000 WHERE room_id = ${id};
     ${availabilityStates(id)}
     SELECT count(*), count(price) FROM rate_room_availability WHERE room_id = ${id};
     ${inventoryEntry(id)}
     COMMIT`,
  );
}

/**
 * The first synchronisation of a room whose plans are all pushed, as the service does it: first the inventory, which
 * creates the records of prices, then each plan. Each of the twelve steps is one transaction and one round trip, with
 * its states and its journal entry.
 */
export async function firstSyncInSql(client: Client, room: Room, days: CalendarDate[]): Promise<void> {
  const { id, ratePlanIds } = room;
  const planIds = `ARRAY(SELECT id FROM rate_plan WHERE room_id = ${id} ORDER BY id)`;
  const series = `generate_series(0, ${days.length - 1}) AS day`;
  await client.query(
    `${begin(id)}
     INSERT INTO room_clock (room_id, known_since, last_moment) VALUES (${id}, now(), now());
     INSERT INTO plan_list (room_id, rate_plan_ids) VALUES (${id}, ${planIds});
     INSERT INTO room_availability (room_id, date, total_rooms, occupied_rooms)
     SELECT ${id}, '${days[0]}'::date + day, 5, 0 FROM ${series};
     INSERT INTO rate_room_availability (room_id, rate_plan_id, date)
     SELECT ${id}, plan.id, '${days[0]}'::date + day
       FROM rate_plan AS plan CROSS JOIN ${series} WHERE plan.room_id = ${id} ORDER BY plan.id, day;
     ${availabilityStates(id)}
     ${priceStates(id)}
     ${inventoryEntry(id)}
     COMMIT`,
  );
  for (const [n, plan] of ratePlanIds.entries()) {
    const ofPlan = `room_id = ${id} AND rate_plan_id = ${plan}`;
    await client.query(
      `${begin(id)}
       UPDATE rate_room_availability SET price = ${100 + n} + (date - '${days[0]}'::date) % 100 * 0.25 WHERE ${ofPlan};
       ${priceStates(id)}
       ${entry(`'updateCalendarPrices', ${id}, ${plan}`, 'price', `rate_room_availability WHERE ${ofPlan}`)}
       COMMIT`,
    );
  }
}

function begin(id: string): string {
  return `BEGIN;
     SELECT id FROM room WHERE id = ${id} FOR NO KEY UPDATE;
     SELECT id, room_id, derived_from_id, derivation FROM rate_plan WHERE room_id = ${id};`;
}

function availabilityStates(id: string): string {
  return `INSERT INTO availability_state (room_id, date, total_rooms, moment, entry_id)
     SELECT room_id, date, total_rooms, now(), gen_random_uuid() FROM room_availability WHERE room_id = ${id};`;
}

/** The states of each date, with the prices of all plans. */
function priceStates(id: string): string {
  return `INSERT INTO price_state (room_id, date, plan_list_id, moment, entry_id, prices)
     SELECT ${id}, date, (SELECT list.id FROM plan_list AS list WHERE list.room_id = ${id}), now(),
            gen_random_uuid(), array_agg((price * 10000)::bigint ORDER BY rate_plan_id)
       FROM rate_room_availability WHERE room_id = ${id} GROUP BY date;`;
}

function inventoryEntry(id: string): string {
  const keys = `'updateCalendarInventory', ${id}, NULL`;
  return entry(keys, 'total_rooms', `room_availability WHERE room_id = ${id}`);
}

/** The journal entry about `rows`, whose column `number` was pushed. */
function entry(keys: string, number: string, rows: string): string {
  return `INSERT INTO journal_entry (operation, room_id, rate_plan_id, id, received_at, applied_at, token, outcome,
                       received, applied, unchanged, skipped, duration_ms, dates, numbers, verdicts)
     SELECT ${keys}, gen_random_uuid(), clock_timestamp(), clock_timestamp(), 'bench', 'applied', count(*), count(*),
            0, 0, 1, array_agg(date), array_agg(${number}), repeat('a', count(*)::integer)
       FROM ${rows};`;
}

/** Inserts the days of a room and the prices of its plans in the order of their keys, which an index takes fastest. */
export async function bareInsert(client: Client, { id }: Room, days: CalendarDate[]): Promise<void> {
  await client.query(
    `BEGIN;
     INSERT INTO room_availability (room_id, date, total_rooms, occupied_rooms)
     SELECT ${id}, '${days[0]}'::date + day, 0, 0 FROM generate_series(0, ${days.length - 1}) AS day;
     INSERT INTO rate_room_availability (room_id, rate_plan_id, date, price)
     SELECT ${id}, plan.id, '${days[0]}'::date + day, 100
       FROM rate_plan AS plan CROSS JOIN generate_series(0, ${days.length - 1}) AS day
      WHERE plan.room_id = ${id}
      ORDER BY plan.id, day;
     COMMIT`,
  );
}

/**
 * Reads a calendar as JSON with a handwritten statement. The time is no lower limit, because grouping the days outside
 * of the database is faster.
 */
export async function bareCalendar(client: Client, { id }: Room, from: string, to: string): Promise<void> {
  await client.query(
    `SELECT json_agg(json_build_object('date', date, 'totalRooms', total_rooms, 'occupiedRooms', occupied_rooms,
                                       'prices', prices) ORDER BY date)
       FROM room_availability
       JOIN (SELECT date, json_agg(json_build_object('ratePlanId', rate_plan_id, 'price', price)
                                   ORDER BY rate_plan_id) AS prices
               FROM rate_room_availability WHERE room_id = $1 AND date BETWEEN $2 AND $3 GROUP BY date) AS priced
      USING (date)
      WHERE room_id = $1 AND date BETWEEN $2 AND $3`,
    [id, from, to],
  );
}

/** The calendar of many rooms by a handwritten statement, ready to be sent. It is plan by plan, which takes few characters. */
export async function bareCalendars(client: Client, rooms: Room[], from: string, to: string): Promise<void> {
  await client.query(
    `SELECT json_agg(json_build_object(
              'roomId', room.id, 'totalRooms', total_rooms, 'occupiedRooms', occupied_rooms, 'ratePlans', rate_plans))
       FROM unnest($1::bigint[]) AS room (id)
      CROSS JOIN LATERAL (
              SELECT json_agg(total_rooms ORDER BY date) AS total_rooms, json_agg(occupied_rooms ORDER BY date) AS occupied_rooms
                FROM room_availability WHERE room_id = room.id AND date BETWEEN $2 AND $3) AS days
      CROSS JOIN LATERAL (
              SELECT json_agg(json_build_object('id', plan.id, 'name', plan.name, 'prices',
                       (SELECT json_agg(price ORDER BY date) FROM rate_room_availability
                         WHERE room_id = room.id AND rate_plan_id = plan.id AND date BETWEEN $2 AND $3))
                              ORDER BY plan.id) AS rate_plans
                FROM rate_plan AS plan WHERE plan.room_id = room.id) AS plans`,
    [rooms.map(({ id }) => id), from, to],
  );
}
