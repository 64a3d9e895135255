import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '../../src/platform/database/migrate';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres';
import { createOnCluster, dropOnCluster, layOutAsOnCitus, runFile } from './citus';

/** A database of a test file's own. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** The URL of a database on the coordinator of a Citus cluster, to run the tests on. */
const CLUSTER = process.env['CITUS_DATABASE_URL'];

/** A PostgreSQL that tests have started. */
export interface TestServer {
  stop(): Promise<void>;
}

/** Starts the server on which databases are made from now on. */
export async function startTestServer(): Promise<TestServer> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'channel-manager-intake-test-'));
  await chmod(dataDirectory, 0o755); // as root, PostgreSQL runs as another user
  // Nothing of the tests has to survive a power cut.
  const parameters = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  };
  const postgres = await startEmbeddedPostgres({ dataDirectory, parameters });
  process.env['TEST_DATABASE_URL'] = postgres.url;
  return {
    stop: async () => {
      await postgres.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/**
 * Gives a test file a server of its own: the feed of changes waits for all transactions of its server, those of other
 * files' databases included.
 */
export function useOwnServer(): void {
  if (CLUSTER) return; // There is one cluster: `npm run test:e2e -- --runInBand`.
  const { TEST_DATABASE_URL, TEST_TEMPLATE } = process.env;
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await createTemplate();
  });
  afterAll(async () => {
    Object.assign(process.env, { TEST_DATABASE_URL, TEST_TEMPLATE }); // the next file's
    await server.stop();
  });
}

/**
 * Migrates the database that test files clone: a clone takes a tenth of a second, migrations take more. Where TEST_LAYOUT
 * is `citus`, it has the tables and constraints as they are on a Citus cluster. A database on a cluster cannot be cloned.
 */
export async function createTemplate(): Promise<void> {
  if (CLUSTER) return;
  const name = `template_${randomBytes(6).toString('hex')}`;
  process.env['TEST_TEMPLATE'] = name;
  await onServer(`CREATE DATABASE ${name}`);
  await migrate(urlOf(name));
  if (process.env['TEST_LAYOUT'] === 'citus') await layOutAsOnCitus(urlOf(name));
}

export async function dropTemplate(): Promise<void> {
  if (CLUSTER) return;
  await onServer(`DROP DATABASE IF EXISTS ${process.env['TEST_TEMPLATE']} WITH (FORCE)`);
}

export async function createDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  if (CLUSTER) {
    await createOnCluster(CLUSTER, name);
    if (migrated) await migrate(urlOf(name));
    if (migrated) await runFile(urlOf(name), 'deploy/citus.sql');
    return { url: urlOf(name), drop: () => dropOnCluster(CLUSTER, name) };
  }
  await onServer(`CREATE DATABASE ${name}${migrated ? ` TEMPLATE ${process.env['TEST_TEMPLATE']}` : ''}`);
  return { url: urlOf(name), drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
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

async function onServer(sql: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl() });
  try {
    await client.connect();
  } catch (error) {
    throw new Error('The PostgreSQL at TEST_DATABASE_URL does not answer', { cause: error });
  }
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
