import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
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
/** What the service connects as: it owns its database, and is no superuser. */
const ROLE = 'intake';
const PASSWORD = 'the-password-of-the-service';
const READY_MS = 60_000;

/** A PostgreSQL with the durability of the real thing, as processes that can be killed and frozen. */
export class PostgresProcess {
  private constructor(
    private readonly files: Files,
    private readonly directory: string,
    readonly port: number,
  ) {}

  static async start(): Promise<PostgresProcess> {
    const directory = await mkdtemp(join(tmpdir(), 'channel-manager-intake-fault-'));
    await chmod(directory, 0o755); // as root, PostgreSQL runs as another user
    const files = await prepareFiles(directory, defaultPackage(), () => undefined);
    const postgres = new PostgresProcess(files, directory, await freePort());
    await postgres.comeBack();
    await postgres.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${PASSWORD}'`, [], 'postgres');
    await postgres.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`, [], 'postgres');
    return postgres;
  }

  /** For the service. */
  get url(): string {
    return `postgresql://${ROLE}:${PASSWORD}@127.0.0.1:${this.port}/${DATABASE}`;
  }

  /** Starts it again, on the same port, and waits until it has recovered. */
  async comeBack(): Promise<void> {
    const parameters = { port: String(this.port), max_connections: '100', shared_buffers: '256MB' };
    let launched = await launch(this.files, parameters);
    await until(async () => {
      if (await this.answers()) return true;
      if (launched.end && !(await runningServer(this.files.cluster))) {
        if (!(await launched.isWorthAnother()))
          throw new Error(`PostgreSQL ${launched.end}.${await endOfLog(this.files)}`);
        launched = await launch(this.files, parameters);
      }
      return false;
    }, READY_MS);
  }

  /** Kills all of it, as a power cut would. */
  async kill9(): Promise<void> {
    for (const pid of await this.processes()) signal(pid, 'SIGKILL');
    await this.hasEnded();
  }

  /** Stops the time in all of its processes: its connections stay open, and nothing comes on them. */
  async freeze(): Promise<void> {
    for (const pid of await this.processes()) signal(pid, 'SIGSTOP');
  }

  async thaw(): Promise<void> {
    for (const pid of await this.processes()) signal(pid, 'SIGCONT');
  }

  /** Refuses connections to the service from here on, and ends those that it has. */
  async refuse(): Promise<void> {
    await this.query(`ALTER ROLE ${ROLE} CONNECTION LIMIT 0`);
    await this.terminateConnections();
  }

  async admit(): Promise<void> {
    await this.query(`ALTER ROLE ${ROLE} CONNECTION LIMIT -1`);
  }

  /** @returns how many connections of the service were ended */
  async terminateConnections(): Promise<number> {
    const rows = await this.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${ROLE}'`,
    );
    return rows.length;
  }

  /** Asks it to restart as an update of its package would: what is running is rolled back. */
  async restart(): Promise<void> {
    const server = await runningServer(this.files.cluster);
    if (server) await interrupt(this.files, server.pid);
    await this.hasEnded();
    await this.comeBack();
  }

  /** In the database of the service, as superuser. */
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

  private async hasEnded(): Promise<void> {
    await until(async () => !(await runningServer(this.files.cluster)));
  }

  private async answers(): Promise<boolean> {
    return this.query('SELECT 1', [], 'postgres').then(
      () => true,
      () => false,
    );
  }

  /** The server first, so that it starts no other, then its children. */
  private async processes(): Promise<number[]> {
    const server = await runningServer(this.files.cluster);
    if (!server) return [];
    const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    const pairs = table
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    return [server.pid, ...pairs.flatMap(([pid, parent]) => (pid && parent === server.pid ? [pid] : []))];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it has ended meanwhile
  }
}
