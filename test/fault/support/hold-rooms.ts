import { Client } from 'pg';
import type { HotelRoom } from './hotel';
import type { PostgresProcess } from './postgres-process';

/** Locks rooms like a change, so that pushes to them wait. @returns a function that releases the rooms */
export async function holdRooms(
  { url }: PostgresProcess,
  rooms: Pick<HotelRoom, 'id'>[],
): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url });
  // If a test fails, its database ends before this client.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM room WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE', [
    rooms.map(({ id }) => id),
  ]);
  return () => client.end();
}
