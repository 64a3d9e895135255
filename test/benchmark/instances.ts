import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PgBouncer } from '../fault/support/pgbouncer';
import type { Bench } from './bench';
import type { Caller } from './caller';
import { pricePush } from './caller';
import type { Database } from './database';
import type { Room } from './rooms';
import { createRooms, daysFromToday } from './rooms';
import { inTurn } from './rounds';
import type { Row } from './table';

const DAYS = daysFromToday(3);
const CALLERS = 32;
const POOL_SIZE = 20;

/** Instances behind a balancer. */
interface Site {
  caller: Caller;
  /** The duration of each push in milliseconds. */
  waits: number[];
}

/**
 * Compares four instances behind a balancer with one behind another. All use one database, through one PgBouncer if it
 * is installed. The result depends on the cores, which instances, pooler, database, balancers and callers share.
 */
export async function measureInstances(bench: Bench): Promise<Row[]> {
  const { database, rounds, isQuick } = bench;
  const rooms = await createRooms(database.client, CALLERS);
  const pooler = PgBouncer.isInstalled() ? await PgBouncer.start(database, POOL_SIZE) : undefined;
  if (pooler) bench.endLater(() => pooler.stop());
  const settings = { ...database.settings, DATABASE_URL: pooler?.url ?? database.url };
  const [four, one] = [await startSite(bench, 4, settings), await startSite(bench, 1, settings)];
  const count = isQuick ? 3 : 25;
  const times = await inTurn(
    { four: () => () => pushAll(four, rooms, count), one: () => () => pushAll(one, rooms, count) },
    rounds,
  );
  const pushes = CALLERS * count;
  const figures = ({ waits }: Site, time: number) => {
    const sorted = waits.slice(-rounds.rounds * pushes).sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(0);
    return `${Math.round((pushes * 1000) / time)}/s, p50 ${at(0.5)}, p95 ${at(0.95)} ms`;
  };
  const how = `${availableParallelism()} cores, ${pooler ? 'PgBouncer' : 'without PgBouncer'}`;
  return [
    {
      name: 'four_instances_over_one',
      ratio: times.one / times.four,
      service: figures(four, times.four),
      against: `${figures(one, times.one)}; ${how}`,
    },
  ];
}

async function startSite(bench: Bench, count: number, settings: Database['settings']): Promise<Site> {
  const services = await Promise.all(Array.from({ length: count }, () => bench.startService(settings)));
  const workerData = services.map(({ port }) => port);
  const balancer = new Worker(join(__dirname, 'balancer.js'), { workerData });
  bench.endLater(() => balancer.terminate());
  const [url] = (await once(balancer, 'message')) as [string];
  return { caller: bench.connect({ url }, CALLERS), waits: [] };
}

let price = 100;

/** Each caller pushes to its own room, one push after the other, each with another price. */
async function pushAll({ caller, waits }: Site, rooms: Room[], count: number): Promise<void> {
  await Promise.all(
    rooms.map(async (room) => {
      for (let n = 0; n < count; n++) {
        const start = performance.now();
        await caller.push(pricePush(room, DAYS, (price += 1)));
        waits.push(performance.now() - start);
      }
    }),
  );
}
