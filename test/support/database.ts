import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type QueryResult, type QueryResultRow } from 'pg';
import { migrate } from '../../src/platform/database/migrate';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres';
import { cloneOnCluster, createOnCluster, dropOnCluster, layOutAsOnCitus, runFile } from './citus';
import { shiftedClock } from './shifted-clock';

/** The database of one test file. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Tests that compare times of the database and of Node.js fail if the two clocks differ by more than this. */
const SAME_TIME_MS = 5;

/** The URL of a database on the coordinator of a Citus cluster, to run the tests on. */
const CLUSTER = process.env['CITUS_DATABASE_URL'];

/** A PostgreSQL that tests have started. */
export interface TestServer {
  stop(): Promise<void>;
}

/** Starts the server on which databases are created from now on. */
export async function startTestServer(): Promise<TestServer> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'channel-manager-intake-test-'));
  await chmod(dataDirectory, 0o755); // as root, PostgreSQL runs as another user
  // Test data need not survive a power cut.
  const parameters = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  };
  const postgres = await startEmbeddedPostgres({ dataDirectory, parameters, environment: shiftedClock() });
  process.env['TEST_DATABASE_URL'] = postgres.url;
  return {
    stop: async () => {
      await postgres.stop();
      // If root runs the tests, the data are behind a link, in a folder that the user of PostgreSQL can reach.
      await rm(await realpath(join(dataDirectory, 'postgres')), { recursive: true });
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/**
 * Gives a test file its own server, because the feed of changes waits for all transactions of its server, including those
 * in other files' databases.
 */
export function useOwnServer(): void {
  if (CLUSTER) return; // There is one cluster: `npm run test:e2e -- --runInBand`.
  const { TEST_DATABASE_URL, TEST_TEMPLATE } = process.env;
  let starting: Promise<TestServer>;
  beforeAll(async () => {
    starting = startTestServer();
    await starting;
    await createTemplate();
  });
  afterAll(async () => {
    const server = await starting; // The start may have taken longer than its time limit.
    Object.assign(process.env, { TEST_DATABASE_URL, TEST_TEMPLATE }); // the next file's
    await server.stop();
  });
}

/**
 * Migrates the database that test files clone: a clone takes a tenth of a second, or half a second on a cluster; migrations
 * take more. Where TEST_LAYOUT is `citus`, it has the tables and constraints as they are on a Citus cluster.
 */
export async function createTemplate(): Promise<void> {
  const name = `template_${randomBytes(6).toString('hex')}`;
  process.env['TEST_TEMPLATE'] = name;
  await requireSameTime();
  await createEmpty(name);
  await migrate(urlOf(name));
  if (CLUSTER) await runFile(urlOf(name), 'deploy/citus.sql');
  else if (process.env['TEST_LAYOUT'] === 'citus') await layOutAsOnCitus(urlOf(name));
}

/** @throws Error if the clocks of the database and of Node.js differ */
async function requireSameTime(): Promise<void> {
  const before = Date.now();
  const { rows } = await onServer<{ now: Date }>('SELECT clock_timestamp() AS now');
  const now = rows[0]!.now.getTime();
  if (now >= before - SAME_TIME_MS && now <= Date.now() + SAME_TIME_MS) return;
  const [difference, direction] = now > before ? [now - before, 'ahead of'] : [before - now, 'behind'];
  throw new Error(`The clock of the database is ${difference} ms ${direction} the clock of Node.js`);
}

export async function dropTemplate(): Promise<void> {
  await drop(template());
}

export async function createDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  if (!migrated) await createEmpty(name);
  else if (CLUSTER) await cloneOnCluster(CLUSTER, template(), name);
  else await onServer(`CREATE DATABASE ${name} TEMPLATE ${template()}`);
  return { url: urlOf(name), drop: () => drop(name) };
}

async function createEmpty(name: string): Promise<void> {
  await (CLUSTER ? createOnCluster(CLUSTER, name) : onServer(`CREATE DATABASE ${name}`));
}

async function drop(name: string): Promise<void> {
  await (CLUSTER ? dropOnCluster(CLUSTER, name) : onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

function template(): string {
  const name = process.env['TEST_TEMPLATE'];
  if (!name) throw new Error('TEST_TEMPLATE is not set: run the tests with `npm test`');
  return name;
}

function serverUrl(): string {
  const url = CLUSTER ?? process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm test`');
  return url;
}

function urlOf(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer<Row extends QueryResultRow>(sql: string): Promise<QueryResult<Row>> {
  const client = new Client({ connectionString: serverUrl() });
  try {
    await client.connect();
  } catch (error) {
    throw new Error('The PostgreSQL at TEST_DATABASE_URL does not answer', { cause: error });
  }
  try {
    return await client.query<Row>(sql);
  } finally {
    await client.end();
  }
}
