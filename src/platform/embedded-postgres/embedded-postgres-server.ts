import { execFile, spawn } from 'node:child_process';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { SUPERUSER, WINDOWS, SERVER_ENVIRONMENT, type Files } from './embedded-postgres-files';

/**
 * The process of the embedded PostgreSQL: how to launch, recognize, contact and stop it. PostgreSQL's own lock file
 * `postmaster.pid` is the only record of the running server.
 */

/** A server that is running on the cluster. */
export interface Server {
  readonly pid: number;
  readonly port: number;
  /** Whether it accepts connections. Until then, another server may still listen on its port. */
  readonly isReady: boolean;
}

/** Additions to the settings and variables of a launched server. */
export interface LaunchOptions {
  /** additional server settings, e.g. { fsync: 'off' } for tests */
  parameters?: Record<string, string>;
  /** additional environment variables, e.g. those of a library that shifts the clock in tests */
  environment?: Record<string, string>;
}

/** One attempt to start the server. */
export interface Launch {
  /** How the attempt ended, if it has ended. */
  end?: string;
  /** Whether the attempt failed for a temporary reason. */
  isWorthAnother(): Promise<boolean>;
  /** Ends the attempt. */
  abandon(): void;
}

/**
 * Log lines of temporary failures: another process was faster, the workers of a killed server still run, or another
 * program has taken the port.
 */
const PASSING =
  /lock file .* already exists|lock file .* is empty|is still in use|could not create any TCP\/IP/;
const EMPTY_LOCK_FILE_MS = 2_000;
const LOG_LINES = 15;

const run = promisify(execFile);

/** The server that `postmaster.pid` names, if that process is running and really is this cluster's server. */
export async function runningServer(cluster: string): Promise<Server | undefined> {
  const recorded = await recordedServer(cluster);
  return recorded && (await isServer(recorded.pid, cluster)) ? recorded : undefined;
}

async function recordedServer(cluster: string): Promise<Server | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, , , , status] = text.split('\n');
  return pid && port
    ? { pid: Number(pid), port: Number(port), isReady: status?.trim() === 'ready' }
    : undefined;
}

/** Whether this process is the cluster's server. After a crash, another program may have its process number. */
export async function isServer(pid: number, cluster: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  if (WINDOWS) return true;
  return (await commandLine(pid)).includes(`postgres -D ${cluster} `);
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text.replaceAll('\0', ' ');
  }
  const ps = run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return ps.then(({ stdout }) => stdout).catch(() => '');
}

/** Launches the server in its own process group, so that Ctrl-C in a terminal reaches only the application. */
export async function launch(files: Files, { parameters, environment }: LaunchOptions): Promise<Launch> {
  await removeEmptyLockFile(files.cluster);
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(await freePort()),
    unix_socket_directories: '',
    log_checkpoints: 'off', // nobody rotates the log file
    ...parameters,
  };
  const log = await open(files.log, 'a', 0o600);
  try {
    if (files.user) await log.chown(files.user.uid, files.user.gid);
    const { size } = await log.stat();
    const child = spawn(
      files.program('postgres'),
      [
        '-D',
        files.cluster,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...files.user,
        cwd: files.cluster,
        detached: true,
        env: { ...(await launchEnvironment(files.cluster)), ...environment },
        stdio: ['ignore', log.fd, log.fd],
        windowsHide: true,
      },
    );
    child.unref();
    const launched: Launch = {
      isWorthAnother: async () => child.exitCode === 0 || PASSING.test(await logFrom(files, size)),
      abandon: () => void child.kill('SIGINT'),
    };
    child.once('error', (error) => (launched.end = `could not be run: ${error.message}`));
    child.once('exit', (code, signal) => (launched.end = `ended with ${signal ?? `exit code ${code}`}`));
    return launched;
  } finally {
    await log.close();
  }
}

/**
 * PostgreSQL refuses to start while any running process has the number in `postmaster.pid`, except the process that
 * this variable names. Deleting the file would also disable PostgreSQL's other check, the shared memory of a server
 * that may still run.
 */
async function launchEnvironment(cluster: string): Promise<NodeJS.ProcessEnv> {
  const recorded = await recordedServer(cluster);
  if (WINDOWS || !recorded || (await isServer(recorded.pid, cluster))) return SERVER_ENVIRONMENT;
  return { ...SERVER_ENVIRONMENT, PG_GRANDPARENT_PID: String(recorded.pid) };
}

/** A power cut can leave an empty lock file. PostgreSQL would take it for the file of a server that is starting. */
async function removeEmptyLockFile(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const found = await stat(file).catch(() => undefined);
  if (found?.size === 0 && Date.now() - found.mtimeMs > EMPTY_LOCK_FILE_MS) await rm(file, { force: true });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
      server.close(() => resolve(port));
    });
  });
}

/** Requests a fast shutdown: the server rolls back open transactions, and committed data is on disk. */
export async function interrupt(files: Files, pid: number): Promise<void> {
  if (WINDOWS) await run(files.program('pg_ctl'), ['stop', '-D', files.cluster, '-m', 'fast']);
  else process.kill(pid, 'SIGINT');
}

/** The URL of a database, with the password of this cluster. */
export function databaseUrl(files: Files, port: number, database: string): string {
  return `postgresql://${SUPERUSER}:${files.password}@127.0.0.1:${port}/${database}`;
}

/** Connects to the maintenance database `postgres` through the given socket. */
export async function connect(files: Files, port: number, name: string, socket: Socket): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl(files, port, 'postgres'),
    ssl: false, // PGSSLMODE is for other servers
    application_name: name,
    connectionTimeoutMillis: 5_000,
    lock_timeout: 5_000,
    stream: () => socket,
  });
  client.on('error', () => undefined); // without a listener, a server that stops would end this process
  await client.connect();
  return client;
}

/** The last lines of the server's log with an introduction, to append to a message. */
export async function endOfLog(files: Files): Promise<string> {
  const lines = (await logFrom(files, -8_192)).trimEnd().split('\n').slice(-LOG_LINES);
  return ` The end of ${files.log}:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** The log from a position on. A negative position counts from the end. */
async function logFrom(files: Files, position: number): Promise<string> {
  const text = await readFile(files.log).catch(() => Buffer.alloc(0));
  return text.subarray(position).toString('utf8');
}
