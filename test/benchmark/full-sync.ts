import { Client } from 'pg';
import type { Bench } from './bench';
import type { Caller } from './caller';
import { inventoryPush, pricePush } from './caller';
import { bareInsert } from './floors';
import type { Room } from './rooms';
import { createRoomOfPushedPlans, daysFromToday } from './rooms';
import type { Row } from './table';
import { ratesRow } from './table';

const DAYS = daysFromToday(730);
const CALLERS = 32;
const FLOOR_CONNECTIONS = 4;

/**
 * Measures what channel managers do after an outage: they push the inventory and every plan of all rooms from 32
 * connections, as fast as the service accepts them. The lower limit writes the same rows over 4 connections. Both take
 * minutes, so each runs once.
 */
export async function measureFullSync(bench: Bench): Promise<Row[]> {
  const { service, database, isQuick } = bench;
  const rooms = isQuick ? 16 : 200;
  const caller = bench.connect(service, CALLERS);
  const toPush = await createRoomsOfPushedPlans(database.client, rooms);
  const queues = inQueues(toPush, CALLERS).map((ofCaller) => () => pushAll(caller, ofCaller));
  const pushed = await secondsOf(queues);
  const clients = await Promise.all(
    Array.from({ length: FLOOR_CONNECTIONS }, async () => {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      bench.endLater(() => client.end());
      return client;
    }),
  );
  const toInsert = inQueues(await createRoomsOfPushedPlans(database.client, rooms), FLOOR_CONNECTIONS);
  const inserted = await secondsOf(
    clients.map((client, n) => async () => {
      for (const room of toInsert[n] ?? []) await bareInsert(client, room, DAYS);
    }),
  );
  const rows = rooms * DAYS.length * 12;
  return [ratesRow('full_sync_rows_per_second_over_floor', rows / pushed, rows / inserted)];
}

async function pushAll(caller: Caller, rooms: Room[]): Promise<void> {
  for (const room of rooms) {
    await caller.pushUntilAccepted(inventoryPush(room, DAYS, 5));
    for (const [n, plan] of room.ratePlanIds.entries())
      await caller.pushUntilAccepted(pricePush(room, DAYS, 100 + n, plan));
  }
}

async function createRoomsOfPushedPlans(client: Client, count: number): Promise<Room[]> {
  const rooms: Room[] = [];
  for (let n = 0; n < count; n++) rooms.push(await createRoomOfPushedPlans(client));
  return rooms;
}

function inQueues(rooms: Room[], count: number): Room[][] {
  return Array.from({ length: count }, (_, n) => rooms.filter((_room, index) => index % count === n));
}

async function secondsOf(tasks: (() => Promise<void>)[]): Promise<number> {
  const start = performance.now();
  await Promise.all(tasks.map((task) => task()));
  return (performance.now() - start) / 1_000;
}
