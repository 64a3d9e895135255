import { Client } from 'pg';
import { migrate } from '../../src/platform/database/migrate';
import { runFile } from '../support/citus';
import type { CitusCluster } from '../support/citus-cluster';
import { startCitusCluster, whyNoCluster } from '../support/citus-cluster';
import type { Bench } from './bench';
import type { Caller } from './caller';
import { inventoryPush, pricePush } from './caller';
import type { Room } from './rooms';
import { createRooms, daysFromToday } from './rooms';
import type { Way } from './rounds';
import { inTurn } from './rounds';
import type { RatioName } from './bounds';
import type { Row } from './table';
import { ratesRow } from './table';

const DAYS = daysFromToday(730);
const CALLERS = 32;
const SETTINGS = ['shared_buffers = 256MB', 'max_wal_size = 3GB', 'checkpoint_timeout = 30min'];
/** More lines of postgresql.conf for all servers, separated by semicolons. */
const MORE_SETTINGS = process.env['CITUS_SETTINGS']?.split(';') ?? [];

/** The service on a cluster, or on one server. */
interface Site {
  caller: Caller;
  rooms: Room[];
}

/** Compares a Citus cluster with one PostgreSQL of the same version. All servers share this machine. */
export async function measureCitus(bench: Bench): Promise<Row[]> {
  const reason = await whyNoCluster();
  if (reason) {
    console.warn(`The measurement of Citus is skipped: ${reason}.`);
    return [];
  }
  const cluster = await startCitusCluster([...SETTINGS, ...MORE_SETTINGS]);
  bench.endLater(() => cluster.stop());
  const one = await startOne(bench, cluster);
  const several = await startCluster(bench, cluster);
  const small = bench.isQuick ? 5 : 15;
  const long = bench.isQuick ? 2 : 4;
  const compare = async (name: RatioName, pushes: number, way: (site: Site) => Way) => {
    const times = await inTurn({ several: way(several), one: way(one) }, bench.rounds);
    return ratesRow(name, (pushes * 1000) / times.several, (pushes * 1000) / times.one);
  };
  return [
    await compare('citus_small_over_one', CALLERS * small, ({ caller, rooms }) => (round) => {
      const queues = rooms.map((room) => pricesOf(room, 1, small, round));
      return () => caller.pushAll(queues);
    }),
    await compare('citus_prices_over_one', long, ({ caller, rooms: [room] }) => (round) => {
      const queue = room ? pricesOf(room, DAYS.length, long, round) : [];
      return () => caller.pushAll([queue]);
    }),
    await compare('citus_inventory_over_one', long, ({ caller, rooms: [room] }) => (round) => {
      const queue = room
        ? Array.from({ length: long }, (_, n) => inventoryPush(room, DAYS, 1 + round * long + n))
        : [];
      return () => caller.pushAll([queue]);
    }),
  ];
}

/** Pushes of a plan from which ten plans derive, each with other prices. */
function pricesOf(room: Room, days: number, count: number, round: number) {
  return Array.from({ length: count }, (_, n) =>
    pricePush(room, DAYS.slice(0, days), 200 + round * count + n),
  );
}

async function startOne(bench: Bench, cluster: CitusCluster): Promise<Site> {
  const { url } = await cluster.startSingle();
  await migrate(url);
  return open(bench, url);
}

async function startCluster(bench: Bench, { url }: CitusCluster): Promise<Site> {
  await migrate(url);
  await runFile(url, 'deploy/citus.sql');
  return open(bench, url);
}

async function open(bench: Bench, url: string): Promise<Site> {
  const service = await bench.startService({ ...bench.database.settings, DATABASE_URL: url });
  const caller = bench.connect(service, CALLERS);
  const client = new Client({ connectionString: url });
  await client.connect();
  const rooms = await createRooms(client, CALLERS);
  for (const room of rooms) await caller.push(pricePush(room, DAYS, 100));
  await client.query('ANALYZE rate_room_availability, room_availability');
  await client.end();
  return { caller, rooms };
}
