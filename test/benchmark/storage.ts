import type { Client } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from './bench';
import { pricePush } from './caller';
import { createRoom, daysFromToday } from './rooms';
import type { Row } from './table';

const DAYS = daysFromToday(730);
const PUSHES = 9;
const ROWS = PUSHES * DAYS.length * 11;

/** What nine pushes in a row, with every price changed, do to the table and to the write-ahead log. */
export async function measureStorage({ database: { client }, caller }: Bench): Promise<Row[]> {
  const room = await createRoom(client);
  await caller.push(pricePush(room, DAYS, 100));
  await caller.push(pricePush(room, DAYS, 101));
  // After a checkpoint the first change of a page logs the whole page. That is behind us with one more push.
  await client.query(`CHECKPOINT`);
  await caller.push(pricePush(room, DAYS, 102));
  const before = await countUpdates(client, () => true);
  const start = await walPosition(client);
  for (let n = 0; n < PUSHES; n++) await caller.push(pricePush(room, DAYS, 103 + n));
  const bytes = (await walPosition(client)) - start;
  const after = await countUpdates(client, ({ updated }) => updated >= before.updated + ROWS);
  return [
    { name: 'hot_share', ratio: (after.hot - before.hot) / (after.updated - before.updated) },
    { name: 'wal_bytes_per_row', ratio: bytes / ROWS },
  ];
}

async function walPosition(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes`,
  );
  return Number(rows[0]?.bytes);
}

interface Updates {
  updated: number;
  hot: number;
}

/** A session writes its counts down when it has been idle for some seconds: they are asked for until they are in. */
async function countUpdates(client: Client, isComplete: (updates: Updates) => boolean): Promise<Updates> {
  let last: Updates = { updated: -1, hot: -1 };
  for (;;) {
    const { rows } = await client.query<Updates>(
      `SELECT n_tup_upd::integer AS updated, n_tup_hot_upd::integer AS hot
         FROM pg_stat_user_tables WHERE relname = 'rate_room_availability'`,
    );
    const [updates] = rows;
    if (!updates) throw new Error('There are no statistics of the table');
    if (isComplete(updates) && updates.updated === last.updated) return updates;
    last = updates;
    await delay(11_000); // PostgreSQL's PGSTAT_IDLE_INTERVAL is 10 s
  }
}
