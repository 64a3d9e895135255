import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres';

/** A PostgreSQL for one run of the benchmark. */
export interface Server {
  /**
   * Creates a database with the tables of the service, by its own migrations.
   * @param folder of another version of the service
   */
  createDatabase(name: string, folder?: string): Promise<Database>;
  /** Stops the server, and removes everything that it has stored. */
  stop(): Promise<void>;
}

export interface Database {
  url: string;
  /** The settings of a service on this database, as in production. */
  settings: Record<string, string | undefined>;
  /** A connection for set-up, and for the statements that the service is compared with. */
  client: Client;
  close(): Promise<void>;
}

/**
 * Starts a PostgreSQL with the durability of production, which is the default: commits wait for the disk. Checkpoints
 * are far apart. Otherwise, the rounds after one would write whole pages to the log, and others would not.
 */
export async function startServer(): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), 'channel-manager-intake-bench-'));
  await chmod(directory, 0o755); // as root, PostgreSQL runs as another user
  const parameters = { shared_buffers: '1GB', max_wal_size: '3GB', checkpoint_timeout: '30min' };
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, parameters });
  return {
    createDatabase: (name, folder) => createDatabase(postgres.url, name, folder),
    stop: async () => {
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function createDatabase(serverUrl: string, name: string, folder = process.cwd()): Promise<Database> {
  const server = await connect(serverUrl);
  await server.query(`CREATE DATABASE ${name}`);
  await server.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const env = { PATH: process.env['PATH'], DATABASE_URL: url.href };
  await promisify(execFile)(process.execPath, [join(folder, 'dist/src/cli/migrate.js')], {
    env,
    cwd: tmpdir(),
  });
  const client = await connect(url.href);
  const settings = {
    NODE_ENV: 'production',
    DATABASE_URL: url.href,
    DATABASE_POOL_SIZE: process.env['DATABASE_POOL_SIZE'],
  };
  return { url: url.href, settings, client, close: () => client.end() };
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  // Without a listener, a connection that ends between two statements would end the program. The next statement fails.
  client.on('error', (error) => {
    console.error(`${error.message}: ${new URL(connectionString).pathname}`);
  });
  await client.connect();
  return client;
}
