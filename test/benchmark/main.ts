import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Bench } from './bench';
import { BASELINE_RATIO, BOUNDS } from './bounds';
import { measureCalendar } from './calendar';
import type { Server } from './database';
import { startServer } from './database';
import { measureCitus } from './citus';
import { measureClosures } from './closures';
import { measureFeed } from './feed';
import { measureFirstSync } from './first-sync';
import { measureFlood } from './flood';
import { measureFullSync } from './full-sync';
import { measureGrowth } from './growth';
import { measureHistory } from './history';
import { measureInstances } from './instances';
import { measureInventory } from './inventory';
import { measureMail } from './mail';
import { measureInserts, measureSparse, measureUpdates } from './prices';
import { measureRestrictions } from './restrictions';
import { measureDialects } from './dialects';
import { measureLargeMessage } from './large-message';
import { measureShield } from './shield';
import { measureStays } from './stays';
import { measureStorage } from './storage';
import type { Failure, Row } from './table';
import { isFailure, tableOf } from './table';
import { measureLoneCaller, measureThroughput } from './throughput';
import { measureTypeOrm } from './typeorm-ways';
import { measureUndoWithoutStatistics } from './undo-without-statistics';
import { createRooms } from './rooms';
import { startArguments } from '../support/start-command';

/**
 * Compares the service with lower limits and with the code that a team would write otherwise: `npm run bench`.
 *
 * The service, PostgreSQL and this program are separate processes. Otherwise, the work for 32 busy connections would
 * slow down the measured event loop. Two cores are enough: this program only waits while a single push is timed.
 */
const MEASUREMENTS: Record<string, (bench: Bench) => Promise<Row[]>> = {
  updates: measureUpdates,
  inserts: measureInserts,
  inventory: measureInventory,
  restrictions: measureRestrictions,
  firstSync: measureFirstSync,
  typeOrm: measureTypeOrm,
  throughput: measureThroughput,
  instances: measureInstances,
  growth: measureGrowth,
  storage: measureStorage,
  calendar: measureCalendar,
  closures: measureClosures,
  stays: measureStays,
  shield: measureShield,
  feed: measureFeed,
  history: measureHistory,
  mail: measureMail,
  fullSync: measureFullSync,
  sparse: measureSparse,
  dialects: measureDialects,
  largeMessage: measureLargeMessage,
  undo: measureUndoWithoutStatistics,
  flood: measureFlood,
  citus: measureCitus,
};

const { values: options } = parseArgs({
  options: {
    /** Takes minutes only: with fewer rounds, and without the 20 million rows. */
    quick: { type: 'boolean', default: false },
    /** Runs only the measurements with these names. */
    only: { type: 'string', multiple: true },
    /** The folder of another built version, which takes turns with this one after each measurement. */
    baseline: { type: 'string' },
    /** The folder in which the service saves a CPU profile when it stops. */
    profile: { type: 'string' },
  },
});

/** The table of the latest whole run. docs/performance.md has the same figures. */
const RESULT = join(process.cwd(), 'test/benchmark/result.md');
/** A measurement that takes longer is assumed to hang. */
const MAX_MS = 20 * 60_000;

async function run(): Promise<boolean> {
  // The programs run in other folders, where a relative path would lead elsewhere.
  const baseline = options.baseline && resolve(options.baseline);
  if (baseline && !existsSync(startArguments(baseline).at(-1)!))
    throw new Error(`${baseline} is not built. Run \`npm run build:service\` there first`);
  const unknown = options.only?.filter((name) => !(name in MEASUREMENTS)) ?? [];
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}: choose from ${Object.keys(MEASUREMENTS).join(', ')}`);
  const server = await startServer();
  // The services get the same signal from the terminal, and close their connections.
  process.once('SIGINT', () => void server.stop().finally(() => process.exit(130)));
  try {
    const { rows, failures } = await measure(server, baseline);
    const result = `${machine()}\n\n${tableOf(rows)}\n`;
    console.log(`\n${result}`);
    for (const { measurement, message } of failures) console.log(`\n${measurement} failed: ${message}`);
    const measured = new Set<string>(rows.map(({ name }) => name));
    const missing = Object.keys(BOUNDS).filter((name) => !measured.has(name) && name !== BASELINE_RATIO);
    const isWhole = !options.only && !options.quick && !baseline;
    if (isWhole && missing.length === 0) await writeFile(RESULT, result);
    if (isWhole && missing.length > 0)
      console.log(`${RESULT} stays as it was. Missing: ${missing.join(', ')}`);
    return failures.length === 0 && !rows.some(isFailure);
  } finally {
    await server.stop();
  }
}

async function measure(
  server: Server,
  baseline: string | undefined,
): Promise<{ rows: Row[]; failures: Failure[] }> {
  const rounds = options.quick
    ? { rounds: 9, warmUp: 1, warmUpMs: 500 }
    : { rounds: 21, warmUp: 2, warmUpMs: 3_000 };
  const isQuick = options.quick;
  const nodeOptions = options.profile
    ? ['--cpu-prof', `--cpu-prof-dir=${await folderOf(options.profile)}`]
    : [];
  await using before = baseline
    ? await Bench.start(server, { rounds, isQuick, folder: baseline })
    : undefined;
  await using bench = await Bench.start(server, { rounds, isQuick, nodeOptions });
  const rows: Row[] = [];
  const failures: Failure[] = [];
  /** Adds the rows of a measurement, or its failure. They are kept if a later measurement fails. */
  const add = async (name: string, measurement: () => Promise<Row[]>) => {
    if (options.only && !options.only.includes(name)) return;
    const start = performance.now();
    try {
      const measured = await measurement();
      rows.push(...measured);
      const ratios = measured.map((row) => `${row.name} ${row.ratio.toFixed(2)}`).join(', ');
      console.error(`${name}: ${ratios}, within ${((performance.now() - start) / 1000).toFixed(1)} s`);
    } catch (error) {
      console.error(`${name} failed:`, error);
      failures.push({ measurement: name, message: (error as Error).message });
    }
  };
  for (const each of [bench, before])
    // With only a page or two, PostgreSQL would read the whole table to check a foreign key, unlike in production.
    if (each) await createRooms(each.database.client, 500);
  for (const [name, measurement] of Object.entries(MEASUREMENTS)) {
    await add(name, async () => {
      const measured = await limited(bench, measurement);
      const earlier = await ratiosOf(name, before, measurement);
      return measured.map((row) => ({ ...row, before: earlier.get(row.name) }));
    });
  }
  if (before) await add('loneCaller', () => measureLoneCaller(bench, before));
  return { rows, failures };
}

/** Measures the other version. An older one may lack what is measured. */
async function ratiosOf(
  name: string,
  bench: Bench | undefined,
  measurement: (bench: Bench) => Promise<Row[]>,
): Promise<Map<string, number>> {
  if (!bench) return new Map();
  try {
    const rows = await limited(bench, measurement);
    return new Map(rows.map((row) => [row.name, row.ratio]));
  } catch (error) {
    console.error(`${name} has no baseline: ${(error as Error).message}`);
    return new Map();
  }
}

/** Runs a measurement, and ends everything that it has started. @throws Error if it fails or hangs */
async function limited(bench: Bench, measurement: (bench: Bench) => Promise<Row[]>): Promise<Row[]> {
  const isOver = new AbortController();
  const timeLimit = delay(MAX_MS, undefined, { signal: isOver.signal }).then(() => {
    throw new Error(`It did not end within ${MAX_MS / 60_000} minutes`);
  });
  try {
    return await Promise.race([measurement(bench), timeLimit]);
  } finally {
    timeLimit.catch(() => undefined);
    isOver.abort();
    await bench.endMeasurement();
  }
}

async function folderOf(path: string): Promise<string> {
  const absolute = resolve(path);
  await mkdir(absolute, { recursive: true });
  return absolute;
}

function machine(): string {
  const day = new Date().toISOString().slice(0, 10);
  const load = loadavg()[1]?.toFixed(1);
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model})`;
  return `${day}, ${cores}, Node ${process.versions.node}, load average ${load}`;
}

run().then(
  // A measurement that hangs would keep the program alive.
  (isFine) => process.exit(isFine ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
