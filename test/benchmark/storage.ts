import { join } from 'node:path';
import type { Client } from 'pg';
import type { Bench } from './bench';
import { Caller, pricePush } from './caller';
import { createRoom, daysFromToday } from './rooms';
import { ServiceProcess } from '../support/service-process';
import { until } from '../support/until';
import type { Row } from './table';

const DAYS = daysFromToday(730);
const PUSHES = 9;
const ROWS_A_PUSH = DAYS.length * 11;

/**
 * What nine pushes in a row, with every price changed, do to the table of prices and to the write-ahead log. They have
 * a database of their own, in which nothing else is written, the past neither: `past_bytes_a_small_push` is about that.
 */
export async function measureStorage({ server }: Bench): Promise<Row[]> {
  const database = await server.createDatabase('storage');
  const { client } = database;
  const withoutPast = ['--require', join(__dirname, 'without-past.js')];
  const service = await ServiceProcess.start(database.settings, withoutPast);
  const caller = new Caller(service, 1);
  const room = await createRoom(client);
  const push = (n: number) => caller.push(pricePush(room, DAYS, 100 + n));
  await push(0);
  // After a checkpoint the first change of a page logs the whole page. The first of the nine has that behind it.
  await client.query(`CHECKPOINT`);
  await push(1);
  const start = await walPosition(client);
  for (let n = 2; n <= PUSHES; n++) await push(n);
  const bytes = (await walPosition(client)) - start;
  caller.close();
  await service.terminate();
  const hot = await hotUpdates(client, PUSHES * ROWS_A_PUSH);
  await database.close();
  return [
    { name: 'hot_share', ratio: hot / (PUSHES * ROWS_A_PUSH) },
    { name: 'wal_bytes_per_row', ratio: bytes / ((PUSHES - 1) * ROWS_A_PUSH) },
  ];
}

/** The bytes of WAL that the server has written since it was created. */
export async function walPosition(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes`,
  );
  return Number(rows[0]?.bytes);
}

/** Sessions write down what they have counted when they end, a moment after the service has. */
async function hotUpdates(client: Client, updates: number): Promise<number> {
  const { hot } = await until(async () => {
    const { rows } = await client.query<{ updated: number; hot: number }>(
      `SELECT n_tup_upd::integer AS updated, n_tup_hot_upd::integer AS hot
         FROM pg_stat_user_tables WHERE relname = 'rate_room_availability'`,
    );
    return rows[0]?.updated === updates ? { hot: rows[0].hot } : undefined;
  }, 10_000);
  return hot;
}
