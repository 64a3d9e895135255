import type { DataSource } from 'typeorm';

/** Fills an empty database with properties, each with the same number of rooms, a plan a room, and their last pushes. */
export async function fillProperties(
  database: Pick<DataSource, 'query'>,
  properties: number,
  roomsEach = 1,
): Promise<void> {
  await database.query(
    `INSERT INTO room (id, name, property_name)
     SELECT hotel * 100 + number, 'Room ' || number, 'Hotel ' || lpad(hotel::text, 5, '0')
       FROM generate_series(1, $1::integer) AS hotel CROSS JOIN generate_series(1, $2::integer) AS number`,
    [properties, roomsEach],
  );
  await database.query(
    `INSERT INTO rate_plan (id, room_id, name, currency) SELECT id * 10, id, 'Flexible', 'EUR' FROM room`,
  );
  await database.query(
    `INSERT INTO journal_entry (id, received_at, applied_at, operation, room_id, outcome)
     SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(id), 12, '0'))::uuid,
            now(), now(), 'updateCalendarPrices', id, 'applied'
       FROM room`,
  );
}
