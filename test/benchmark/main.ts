import 'reflect-metadata';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bench } from './bench';
import { measureBurst } from './burst';
import { measureCalendar } from './calendar';
import { Caller } from './caller';
import { startServer } from './database';
import { measureFeed } from './feed';
import { measureFullSync } from './full-sync';
import { measureGrowth } from './growth';
import { measureHistory } from './history';
import { measureInstances } from './instances';
import { measureInventory } from './inventory';
import { measureJournal } from './journal';
import { measureMail } from './mail';
import { measurePast } from './past';
import { measureInserts, measureSparse, measureUpdates } from './prices';
import { createRooms } from './rooms';
import { ServiceProcess } from '../support/service-process';
import { measureShield } from './shield';
import { measureSharing } from './sharing';
import { measureStorage } from './storage';
import type { Row } from './table';
import { isFailure, tableOf } from './table';
import { measureThroughput } from './throughput';
import { measureTypeOrm } from './typeorm-ways';

/**
 * Measures the service against what bounds it, and against what a team would otherwise write: `npm run bench`.
 *
 * The service, PostgreSQL and this program are processes of their own. Two cores are enough for that: while a
 * single push is timed this program only waits, and what it needs to keep 32 connections busy would otherwise be
 * taken from the very event loop that is measured.
 */
const MEASUREMENTS: Record<string, (bench: Bench) => Promise<Row[]>> = {
  updates: measureUpdates,
  inserts: measureInserts,
  inventory: measureInventory,
  typeOrm: measureTypeOrm,
  throughput: measureThroughput,
  sharing: measureSharing,
  instances: measureInstances,
  growth: measureGrowth,
  storage: measureStorage,
  calendar: measureCalendar,
  journal: measureJournal,
  shield: measureShield,
  past: measurePast,
  feed: measureFeed,
  history: measureHistory,
  mail: measureMail,
  burst: measureBurst,
  fullSync: measureFullSync,
  sparse: measureSparse,
};

const { values: options } = parseArgs({
  options: {
    /** Within a minute: without the 20 million rows, and with a smaller loop. */
    quick: { type: 'boolean', default: false },
    /** Some of the measurements, for work on one of them. */
    only: { type: 'string', multiple: true },
    /** Where the service leaves a CPU profile when it stops. */
    profile: { type: 'string' },
  },
});

const RESULT = join(process.cwd(), 'test/benchmark/result.json');

async function run(): Promise<void> {
  const server = await startServer();
  // The services hear the same signal from the terminal, and let go of the server.
  process.once('SIGINT', () => void server.stop().finally(() => process.exit(130)));
  try {
    const rows = await measure(server);
    console.log(`\n${machine()}\n\n${tableOf(rows)}`);
    await writeFile(
      RESULT,
      JSON.stringify(Object.fromEntries(rows.map(({ name, ratio }) => [name, ratio])), null, 2),
    );
    if (rows.some(isFailure)) process.exitCode = 1;
  } finally {
    await server.stop();
  }
}

async function measure(server: Bench['server']): Promise<Row[]> {
  const database = await server.createDatabase('bench');
  // Foreign keys to a table of a page or two are looked up by reading all of it, as never in production.
  await createRooms(database.client, 500);
  const nodeOptions = options.profile
    ? ['--cpu-prof', `--cpu-prof-dir=${await folder(options.profile)}`]
    : [];
  const service = await ServiceProcess.start(database.settings, nodeOptions);
  const caller = new Caller(service, 1);
  const rounds = options.quick
    ? { rounds: 9, warmUp: 1, warmUpMs: 500 }
    : { rounds: 21, warmUp: 2, warmUpMs: 3_000 };
  const bench: Bench = { server, database, service, caller, rounds, isQuick: options.quick };
  try {
    const rows: Row[] = [];
    for (const [name, measurement] of Object.entries(MEASUREMENTS)) {
      if (options.only && !options.only.includes(name)) continue;
      const start = performance.now();
      const measured = await measurement(bench);
      rows.push(...measured);
      // Should a later one fail, these are known.
      const ratios = measured.map((row) => `${row.name} ${row.ratio.toFixed(2)}`).join(', ');
      console.error(`${name}: ${ratios}, within ${((performance.now() - start) / 1000).toFixed(1)} s`);
    }
    return rows;
  } finally {
    caller.close();
    await service.terminate();
    await database.close();
  }
}

async function folder(path: string): Promise<string> {
  const absolute = join(process.cwd(), path);
  await mkdir(absolute, { recursive: true });
  return absolute;
}

function machine(): string {
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.versions.node}`;
}

run().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
