import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { until } from '../../support/until';
import type { Files } from '../../../src/platform/embedded-postgres/embedded-postgres-files';
import {
  defaultPackage,
  prepareFiles,
} from '../../../src/platform/embedded-postgres/embedded-postgres-files';
import {
  databaseUrl,
  endOfLog,
  freePort,
  interrupt,
  launch,
  runningServer,
} from '../../../src/platform/embedded-postgres/embedded-postgres-server';

const DATABASE = 'hotel';
/** The role of the service. It owns the database, and is not a superuser. */
const ROLE = 'intake';
const PASSWORD = 'the-password-of-the-service';
const READY_MS = 60_000;

/** A PostgreSQL with production durability, whose processes can be killed and frozen. */
export class PostgresProcess {
  private constructor(
    private readonly files: Files,
    private readonly directory: string,
    readonly port: number,
    private parameters: Record<string, string> = {},
  ) {}

  static async start(): Promise<PostgresProcess> {
    const directory = await newDirectory();
    const files = await prepareFiles(directory, defaultPackage(), () => undefined);
    const postgres = new PostgresProcess(files, directory, await freePort());
    await postgres.comeBack();
    await postgres.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${PASSWORD}'`, [], 'postgres');
    await postgres.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`, [], 'postgres');
    return postgres;
  }

  /** The URL for the service. */
  get url(): string {
    return `postgresql://${ROLE}:${PASSWORD}@127.0.0.1:${this.port}/${DATABASE}`;
  }

  /** The URL for the service over the Unix socket. */
  get socketUrl(): string {
    const folder = encodeURIComponent(this.files.cluster);
    return `postgresql://${ROLE}:${PASSWORD}@${folder}:${this.port}/${DATABASE}`;
  }

  /** Starts the server again on the same port, and waits until it has recovered. */
  async comeBack(): Promise<void> {
    const parameters = {
      port: String(this.port),
      max_connections: '100',
      shared_buffers: '256MB',
      // A killed server leaves its shared memory behind. With mmap, it is in the server's folder, which is removed.
      dynamic_shared_memory_type: 'mmap',
      unix_socket_directories: this.files.cluster,
      ...this.parameters,
    };
    let launched = await launch(this.files, { parameters });
    await until(async () => {
      if (await this.answers()) return true;
      if (launched.end && !(await runningServer(this.files.cluster))) {
        if (!(await launched.isWorthAnother()))
          throw new Error(`PostgreSQL ${launched.end}.${await endOfLog(this.files)}`);
        launched = await launch(this.files, { parameters });
      }
      return false;
    }, READY_MS);
  }

  /** Kills all processes, like a power cut. */
  async kill9(): Promise<void> {
    for (const pid of await this.processes()) signal(pid, 'SIGKILL');
    await this.hasEnded();
  }

  /** Pauses all processes: connections stay open, and nothing arrives on them. */
  async freeze(): Promise<void> {
    for (const pid of await this.processes()) signal(pid, 'SIGSTOP');
  }

  async thaw(): Promise<void> {
    for (const pid of await this.processes()) signal(pid, 'SIGCONT');
  }

  /** Refuses new connections of the service, and ends its present ones. */
  async refuse(): Promise<void> {
    await this.query(`ALTER ROLE ${ROLE} CONNECTION LIMIT 0`);
    await this.terminateConnections();
  }

  async admit(): Promise<void> {
    await this.query(`ALTER ROLE ${ROLE} CONNECTION LIMIT -1`);
  }

  /** @returns the number of ended connections of the service */
  async terminateConnections(): Promise<number> {
    const rows = await this.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${ROLE}'`,
    );
    return rows.length;
  }

  /** Restarts the server like an update of its package: open transactions are rolled back. */
  async restart(): Promise<void> {
    await this.shutDown();
    await this.comeBack();
  }

  /** Starts a standby of this server. From then on, this server acknowledges a commit when the standby has it, too. */
  async startStandby(): Promise<PostgresProcess> {
    const directory = await newDirectory();
    await this.shutDown();
    const cluster = join(directory, 'standby');
    execFileSync('cp', ['-a', this.files.cluster, cluster]);
    await writeFile(join(cluster, 'standby.signal'), '');
    const files = { ...this.files, cluster, log: join(directory, 'postgres.log') };
    const standby = new PostgresProcess(files, directory, await freePort(), {
      primary_conninfo: databaseUrl(this.files, this.port, 'postgres'),
    });
    this.parameters = { synchronous_standby_names: '*' };
    await this.comeBack();
    await standby.comeBack();
    await until(async () => {
      const rows = await this.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`);
      return rows.length > 0;
    }, READY_MS);
    return standby;
  }

  /** Promotes this standby, and waits until it takes writes. */
  async promote(): Promise<void> {
    await this.query('SELECT pg_promote()');
  }

  /** Runs a query as superuser, by default in the database of the service. */
  async query<T extends object>(sql: string, parameters?: unknown[], database = DATABASE): Promise<T[]> {
    const connectionString = databaseUrl(this.files, this.port, database);
    const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<T>(sql, parameters)).rows;
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    await this.thaw();
    await this.kill9();
    await rm(this.directory, { recursive: true, force: true });
    await rm(this.files.cluster, { recursive: true, force: true });
  }

  private async shutDown(): Promise<void> {
    const server = await runningServer(this.files.cluster);
    if (server) await interrupt(this.files, server.pid);
    await this.hasEnded();
  }

  private async hasEnded(): Promise<void> {
    await until(async () => !(await runningServer(this.files.cluster)));
  }

  private async answers(): Promise<boolean> {
    return this.query('SELECT 1', [], 'postgres').then(
      () => true,
      () => false,
    );
  }

  /** Pauses the server, so that it starts no new child, and lists it and its children. */
  private async processes(): Promise<number[]> {
    const server = await runningServer(this.files.cluster);
    if (!server) return [];
    signal(server.pid, 'SIGSTOP');
    const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    const pairs = table
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    return [server.pid, ...pairs.flatMap(([pid, parent]) => (pid && parent === server.pid ? [pid] : []))];
  }
}

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'channel-manager-intake-fault-'));
  await chmod(directory, 0o755); // as root, PostgreSQL runs as another user
  return directory;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it has ended meanwhile
  }
}
