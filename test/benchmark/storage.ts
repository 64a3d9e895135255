import type { Client } from 'pg';
import { until } from '../support/until';
import type { Bench } from './bench';
import type { Caller } from './caller';
import { pricePush } from './caller';
import { createRoom, daysFromToday } from './rooms';
import type { Row } from './table';

const DAYS = daysFromToday(730);
const PUSHES = 9;
const ROWS_A_PUSH = DAYS.length * 11;
const SMALL_PUSHES = 3_000;

/**
 * Measures what nine pushes in a row that change every price do to the table of prices and to the write-ahead log, and
 * how much past small pushes leave. Nothing else writes to their database.
 */
export async function measureStorage(bench: Bench): Promise<Row[]> {
  const database = await bench.createDatabase('storage');
  const { client } = database;
  const service = await bench.startService(database.settings);
  const caller = bench.connect(service, 1);
  const past = await measureSmallPushes(client, bench, caller);
  const room = await createRoom(client);
  const push = (n: number) => caller.push(pricePush(room, DAYS, 100 + n));
  await push(0);
  // After a checkpoint, the first change of a page logs the whole page. This push does that before the nine.
  await client.query(`CHECKPOINT`);
  await push(1);
  const start = await walPosition(client);
  for (let n = 2; n <= PUSHES; n++) await push(n);
  const bytes = (await walPosition(client)) - start;
  // Sessions report their counts when they end, a moment after the service.
  await service.terminate();
  const expected = PUSHES * ROWS_A_PUSH;
  const { updated, hot } = await until(async () => {
    const found = await updates(client);
    return found.updated >= expected ? found : undefined;
  }, 10_000);
  return [
    ...past,
    { name: 'hot_share', ratio: hot / updated },
    { name: 'wal_bytes_per_row', ratio: bytes / ((PUSHES - 1) * ROWS_A_PUSH) },
  ];
}

/** Measures how many bytes tables, indexes and the log grow by, over so many pushes that whole pages do not matter. */
async function measureSmallPushes(client: Client, { isQuick }: Bench, caller: Caller): Promise<Row[]> {
  const room = await createRoom(client);
  const days = DAYS.slice(0, 365);
  const count = isQuick ? SMALL_PUSHES / 10 : SMALL_PUSHES;
  await caller.push(pricePush(room, days, 100));
  const before = await pastBytes(client);
  // After a checkpoint, the first change of each page logs the whole page, as on a service with few pushes.
  await client.query(`CHECKPOINT`);
  const walBefore = await walPosition(client);
  for (let n = 0; n < count; n++) {
    const first = (n * 37) % 362;
    await caller.push(pricePush(room, days.slice(first, first + 3), 101 + n));
  }
  return [
    { name: 'past_bytes_a_small_push', ratio: ((await pastBytes(client)) - before) / count },
    { name: 'wal_bytes_a_small_push', ratio: ((await walPosition(client)) - walBefore) / count },
  ];
}

async function pastBytes(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(name::regclass)) AS bytes
       FROM unnest('{journal_entry, price_state, plan_list, availability_state, room_clock}'::text[]) AS name`,
  );
  return Number(rows[0]?.bytes);
}

async function walPosition(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes`,
  );
  return Number(rows[0]?.bytes);
}

async function updates(client: Client): Promise<{ updated: number; hot: number }> {
  const { rows } = await client.query<{ updated: number; hot: number }>(
    `SELECT n_tup_upd::integer AS updated, n_tup_hot_upd::integer AS hot
       FROM pg_stat_user_tables WHERE relname = 'rate_room_availability'`,
  );
  return rows[0] ?? { updated: 0, hot: 0 };
}
