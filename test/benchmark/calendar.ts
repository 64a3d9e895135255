import type { Bench } from './bench';
import type { Caller } from './caller';
import { pricePush } from './caller';
import { bareCalendar } from './floors';
import { createRoom, daysFromToday } from './rooms';
import { inTurn, median } from './rounds';
import type { Row } from './table';
import { timesRow } from './table';

const DAYS = daysFromToday(730);
const [FROM = '', TO = '', LAST = ''] = [DAYS[0], DAYS[364], DAYS.at(-1)];

/**
 * Measures the calendar of 365 days for a room with eleven plans. It also measures, one by one, the calls for the
 * calendar of 730 days at a past moment.
 */
export async function measureCalendar(bench: Bench): Promise<Row[]> {
  const {
    database: { client },
    caller,
    rounds,
  } = bench;
  const room = await createRoom(client);
  await caller.push(pricePush(room, DAYS, 100));
  // Autovacuum does this later. Without it, the handwritten statement is planned badly.
  await client.query('ANALYZE rate_room_availability, room_availability, price_state, availability_state');
  const calendar = `/admin/rooms/${room.id}/calendar?from=${FROM}`;
  const { service, sql } = await inTurn(
    {
      service: () => () => caller.get(`${calendar}&to=${TO}`),
      sql: () => () => bareCalendar(client, room, FROM, TO),
    },
    { ...rounds, rounds: rounds.rounds * 4 },
  );
  const asOf = await measureCalls(bench, `${calendar}&to=${LAST}&at=${new Date().toISOString()}`);
  return [timesRow('calendar_over_json_agg', service, sql), asOf];
}

/** From the sixth run of a prepared statement on a connection, PostgreSQL may choose another plan for it. */
async function measureCalls(bench: Bench, path: string): Promise<Row> {
  const { client, settings } = bench.database;
  const caller = bench.connect(await bench.startService({ ...settings, DATABASE_POOL_SIZE: '4' }), 1);
  const seconds: number[] = [];
  const tenths: number[] = [];
  for (let round = 0; round < 7; round++) {
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    // The first calls may meet connections that have just ended.
    for (let isFirst = true, tries = 0; isFirst && tries < 5; tries++)
      isFirst = await caller.get(path).then(
        () => false,
        () => true,
      );
    const times: number[] = [];
    for (let call = 2; call <= 12; call++) times.push(await timeOf(caller, path));
    seconds.push(median(times.slice(0, 3)));
    tenths.push(median(times.slice(-3)));
  }
  return timesRow('as_of_tenth_call_over_second', median(tenths), median(seconds));
}

async function timeOf(caller: Caller, path: string): Promise<number> {
  const start = performance.now();
  await caller.get(path);
  return performance.now() - start;
}
