import type { Client } from 'pg';
import type { Bench } from './bench';
import { pricePush } from './caller';
import { createRooms, daysFromToday } from './rooms';
import { inTurn } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

const DAYS = daysFromToday(31);
const [FROM = '', TO = ''] = [DAYS[0], DAYS.at(-1)];
const ROOMS = 30;
const CLOSURES = 1_000;

/** Compares the calendar of 30 rooms with 1,000 closures in two years with that of 30 rooms without a closure. */
export async function measureClosures({ database: { client }, caller, rounds }: Bench): Promise<Row[]> {
  const paths: Record<'closed' | 'open', string> = { closed: '', open: '' };
  for (const propertyName of ['closed', 'open'] as const) {
    const rooms = await createRooms(client, ROOMS);
    const ids = rooms.map(({ id }) => id);
    await client.query(`UPDATE room SET property_name = $2 WHERE id = ANY ($1)`, [ids, propertyName]);
    for (const room of rooms) await caller.push(pricePush(room, DAYS, 100));
    if (propertyName === 'closed') await insertClosures(client, ids);
    paths[propertyName] = `/admin/calendar?from=${FROM}&to=${TO}&limit=${ROOMS}&propertyName=${propertyName}`;
  }
  await client.query(`ANALYZE rate_room_availability, room_availability, room, closure`);
  const { closed, open } = await inTurn(
    { closed: () => () => caller.get(paths.closed), open: () => () => caller.get(paths.open) },
    { ...rounds, rounds: rounds.rounds * 8 },
  );
  return [timesRow('calendar_beside_closures', closed, open)];
}

/** Inserts closures of two nights, evenly over the rooms and 730 days. About one in 24 of them is in the calendar. */
async function insertClosures(client: Client, roomIds: string[]): Promise<void> {
  await client.query(
    `INSERT INTO closure (id, room_id, rate_plan_id, first_date, last_date, reason, created_at, created_by)
     SELECT gen_random_uuid(), ($1::bigint[])[1 + n % cardinality($1::bigint[])], NULL, day, day + 1,
            'Renovation of the bathroom', now(), 'bench'
       FROM (SELECT n, $2::date + n * 729 / $3::integer AS day FROM generate_series(0, $3::integer - 1) AS n) AS closed`,
    [roomIds, FROM, CLOSURES],
  );
}
