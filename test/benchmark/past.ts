import { join } from 'node:path';
import type { Bench } from './bench';
import { Caller, pricePush } from './caller';
import type { RatioName } from './bounds';
import type { Database } from './database';
import { createRoom, daysFromToday } from './rooms';
import type { Rounds } from './rounds';
import { inTurn } from './rounds';
import { ServiceProcess } from '../support/service-process';
import { walPosition } from './storage';
import type { Row } from './table';
import { timesRow } from './table';

const SMALL_PUSHES = 3_000;

/**
 * What storing the past adds to a push: against a second service on the same database that stores neither a journal
 * entry nor states. Both are new, so that none is better run in than the other.
 */
export async function measurePast({ database, rounds }: Bench): Promise<Row[]> {
  const nodeOptions = ['--require', join(__dirname, 'without-past.js')];
  const services = await Promise.all([
    ServiceProcess.start(database.settings),
    ServiceProcess.start(database.settings, nodeOptions),
  ]);
  const callers = services.map((service) => new Caller(service, 1)) as [Caller, Caller];
  // A part of some per cent shows only over more rounds than the rest takes.
  const times = (more: number) => ({ ...rounds, rounds: rounds.rounds * more });
  const rows = [
    await measure(database, callers, 'past_of_a_large_push', 730, times(2)),
    await measure(database, callers, 'past_of_a_small_push', 3, times(20)),
    ...(await measureBytes(database, callers[0])),
  ];
  for (const caller of callers) caller.close();
  for (const service of services) await service.terminate();
  return rows;
}

async function measure(
  { client }: Database,
  [storing, notStoring]: [Caller, Caller],
  name: RatioName,
  dates: number,
  rounds: Rounds,
): Promise<Row> {
  const room = await createRoom(client);
  const days = daysFromToday(dates);
  await storing.push(pricePush(room, days, 100));
  const through = (caller: Caller, cents: number) => (round: number) => {
    const prices = pricePush(room, days, 101 + round + cents);
    return () => caller.push(prices);
  };
  const medians = await inTurn({ with: through(storing, 0.1), without: through(notStoring, 0.2) }, rounds);
  return timesRow(name, medians.with, medians.without);
}

/** The bytes by which tables and indexes grow, over so many pushes that whole pages do not matter. */
async function measureBytes({ client }: Database, caller: Caller): Promise<Row[]> {
  const room = await createRoom(client);
  const days = daysFromToday(365);
  await caller.push(pricePush(room, days, 100));
  const before = await pastBytes(client);
  // After a checkpoint the first change of each page logs the whole page: the figure is that of a quiet service.
  await client.query(`CHECKPOINT`);
  const walBefore = await walPosition(client);
  for (let n = 0; n < SMALL_PUSHES; n++) {
    const first = (n * 37) % 362;
    await caller.push(pricePush(room, days.slice(first, first + 3), 101 + n));
  }
  const bytes = ((await pastBytes(client)) - before) / SMALL_PUSHES;
  const wal = ((await walPosition(client)) - walBefore) / SMALL_PUSHES;
  return [
    { name: 'past_bytes_a_small_push', ratio: bytes },
    { name: 'wal_bytes_a_small_push', ratio: wal },
  ];
}

async function pastBytes(client: Database['client']): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(name::regclass)) AS bytes
       FROM unnest('{journal_entry, price_state, price_layout, availability_state, room_timeline}'::text[]) AS name`,
  );
  return Number(rows[0]?.bytes);
}
