import type { Client } from 'pg';
import type { CalendarDate } from '../../src/platform/dates/calendar-date';
import type { Room } from './rooms';

/**
 * What bounds the service: the same rows in the same tables, by PostgreSQL alone, with its indexes, foreign keys
 * and durability. One round trip each; nothing is parsed, derived, compared, locked or journalled.
 */

/** Every price of a room. */
export async function bareUpdate(client: Client, { id }: Room): Promise<void> {
  await client.query(`UPDATE rate_room_availability SET price = price + 0.01 WHERE room_id = $1`, [id]);
}

/**
 * All that operation 1 asks of the database, in one round trip and with nothing to read or to send: the lock, the rate
 * plans, the inventory, the look for missing price records, the journal entry.
 */
export async function inventoryInSql(client: Client, { id }: Room): Promise<void> {
  await client.query(
    `BEGIN;
     SELECT id FROM room WHERE id = ${id} FOR NO KEY UPDATE;
     SELECT id, room_id, derived_from_id, derivation FROM rate_plan WHERE room_id = ${id};
     UPDATE room_availability SET total_rooms = total_rooms + 1000 WHERE room_id = ${id} RETURNING date;
     SELECT count(*), count(price) FROM rate_room_availability WHERE room_id = ${id};
     INSERT INTO journal_entry (id, received_at, applied_at, operation, room_id, token, outcome, received, applied, unchanged,
                       skipped, duration_ms, dates, numbers, verdicts)
     SELECT gen_random_uuid(), clock_timestamp(), clock_timestamp(), 'updateCalendarInventory', ${id}, 'bench',
            'applied', count(*), count(*), 0, 0, 1, array_agg(date), array_agg(total_rooms), repeat('a', count(*)::integer)
       FROM room_availability WHERE room_id = ${id};
     COMMIT`,
  );
}

/** All that a room has on some days, in the order of the keys, which is the quickest for their index. */
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

/** A calendar, as someone would write it by hand and send it as it is. No floor: to group it by days outside is quicker. */
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

/** The calendar of many rooms in as few characters, as someone would write it by hand, and send as it is: plan by plan. */
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
