import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { defaultPackage, prepareFiles, type Files } from './embedded-postgres-files';
import {
  connect,
  databaseUrl,
  endOfLog,
  interrupt,
  isServer,
  launch,
  runningServer,
  type Launch,
  type LaunchOptions,
  type Server,
} from './embedded-postgres-server';

/** A running PostgreSQL server that the service manages itself. */
export interface EmbeddedPostgres {
  /** postgresql://user:password@127.0.0.1:port/database */
  readonly url: string;
  /** Stops the server. If another process is still connected, the last process to disconnect stops it. */
  stop(): Promise<void>;
}

/** The data folder and the settings of the embedded PostgreSQL. */
export interface EmbeddedPostgresOptions extends LaunchOptions {
  /** DATA_DIR; the cluster lives in its subfolder `postgres` */
  dataDirectory: string;
  log?: (line: string) => void;
}

const DATABASE = 'channel_manager';
const READY_MS = 60_000;
const STOPPED_MS = 30_000;
const POLL_MS = 20;
const RELAUNCH_MS = 200;
/** The server lists closed connections for a moment, including the last ones of this process's pool. */
const LINGER_MS = 1_000;
/** An advisory lock in the database `postgres`: no process joins the server while another one decides to stop it. */
const GATE = 4_220_713;
const PRESENT = 'embedded-postgres: in use';
const LEAVING = 'embedded-postgres: leaving';

type Log = (line: string) => void;

/**
 * Starts the PostgreSQL cluster in the data directory. It creates the cluster if it is missing, and joins a server that
 * is already running on it.
 * @param packageDirectory @internal the npm package with the binaries
 * @throws Error with the cause, the end of the server's log and a remedy
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  packageDirectory?: string,
): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  try {
    const files = await prepareFiles(options.dataDirectory, packageDirectory ?? defaultPackage(), log);
    const { server, presence } = await reach(files, options);
    log(`The embedded PostgreSQL answers on port ${server.port} (process ${server.pid}, log ${files.log})`);
    let stopped: Promise<void> | undefined;
    return {
      url: databaseUrl(files, server.port, DATABASE),
      stop: () => (stopped ??= leave(files, server, presence, log)),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The embedded PostgreSQL could not be started: ${reason}\n` +
        `Alternatively, set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause: error },
    );
  }
}

/**
 * Looks for a running server and launches one if there is none. If several processes launch one at the same time,
 * PostgreSQL's own lock file decides which launch succeeds. The other processes then find that server.
 */
async function reach(files: Files, options: LaunchOptions): Promise<{ server: Server; presence: Client }> {
  const deadline = Date.now() + READY_MS;
  let launched: Launch | undefined;
  for (;;) {
    const server = await runningServer(files.cluster);
    const presence = server?.isReady && (await joinServer(files, server.port));
    if (presence) return { server, presence };
    if (launched?.end) {
      if (!(await launched.isWorthAnother())) {
        throw new Error(`the server ${launched.end}.${await endOfLog(files)}`);
      }
      launched = undefined;
      await delay(RELAUNCH_MS);
    } else if (!server && !launched) {
      launched = await launch(files, options);
    }
    if (Date.now() > deadline) {
      launched?.abandon();
      throw new Error(`the server did not answer within ${READY_MS / 1000} s.${await endOfLog(files)}`);
    }
    await delay(POLL_MS);
  }
}

/**
 * Opens a connection and keeps it while this process uses the server. Pools close idle connections, and another process
 * would consider a server without connections unused. @returns undefined while the server does not answer
 */
async function joinServer(files: Files, port: number): Promise<Client | undefined> {
  const socket = new Socket();
  try {
    const client = await connect(files, port, PRESENT, socket);
    await client.query('SELECT pg_advisory_xact_lock_shared($1)', [GATE]);
    await createDatabase(client);
    socket.unref(); // does not keep an otherwise finished process alive
    return client;
  } catch (error) {
    socket.destroy();
    if (sqlState(error)?.startsWith('28')) {
      const reason = `the running server refuses the password kept in ${files.cluster}/password`;
      throw new Error(reason, { cause: error });
    }
    return undefined;
  }
}

async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount) return;
  await client.query(`CREATE DATABASE ${DATABASE}`).catch((error: unknown) => {
    // Another process has just created it: duplicate_database, or a unique_violation in the catalogue.
    if (!['42P04', '23505'].includes(sqlState(error) ?? '')) throw error;
  });
}

/** Stops the server if no other process uses it. It leaves a crashed or replaced server alone. */
async function leave(files: Files, server: Server, presence: Client, log: Log): Promise<void> {
  presence.end().catch(() => undefined);
  if ((await runningServer(files.cluster))?.pid !== server.pid) return;
  if (!(await stopIfUnused(files, server))) {
    log('The embedded PostgreSQL keeps running: another process is connected to it');
    return;
  }
  const deadline = Date.now() + STOPPED_MS;
  while (await isServer(server.pid, files.cluster)) {
    if (Date.now() > deadline) {
      throw new Error(
        `The embedded PostgreSQL has not stopped within ${STOPPED_MS / 1000} s. The next start uses the running ` +
          `server. To stop it manually: kill -INT ${server.pid}.${await endOfLog(files)}`,
      );
    }
    await delay(POLL_MS);
  }
}

/** Stops an unused server. @returns whether the server is stopping, because of this call or of another process */
async function stopIfUnused(files: Files, server: Server): Promise<boolean> {
  const socket = new Socket();
  try {
    const client = await connect(files, server.port, LEAVING, socket);
    await client.query('SELECT pg_advisory_lock($1)', [GATE]);
    const end = Date.now() + LINGER_MS;
    while (await hasOtherClients(client)) {
      if (Date.now() > end) {
        socket.destroy();
        return false;
      }
      await delay(POLL_MS);
    }
    await interrupt(files, server.pid);
    return true; // the server closes this connection, and with it the gate
  } catch (error) {
    socket.destroy();
    // too_many_connections, lock_not_available: the server is in use. Any other error means that another process is
    // stopping the server at the same moment.
    return !['53300', '55P03'].includes(sqlState(error) ?? '');
  }
}

async function hasOtherClients(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> $1 LIMIT 1`,
    [LEAVING],
  );
  return rowCount !== 0;
}

function sqlState(error: unknown): string | undefined {
  return error instanceof Error ? (error as Error & { code?: string }).code : undefined;
}
