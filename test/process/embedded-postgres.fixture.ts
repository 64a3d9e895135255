import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdtemp, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import type { EmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres';

const PROJECT = process.cwd();
const PACKAGE = resolve(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`), '../..');

/** A separate application that starts the database, prints the address of the database, and keeps running. */
const APPLICATION = `
  const { readFileSync } = require('node:fs');
  const { transpileModule, ModuleKind } = require('typescript');
  require.extensions['.ts'] = (module, file) =>
    module._compile(transpileModule(readFileSync(file, 'utf8'),
      { compilerOptions: { module: ModuleKind.CommonJS, esModuleInterop: true } }).outputText, file);
  const { startEmbeddedPostgres } = require('./src/platform/embedded-postgres/embedded-postgres.ts');
  startEmbeddedPostgres({ dataDirectory: process.argv[1], parameters: { fsync: 'off' } })
    .then(({ url }) => console.log(url));
  setInterval(() => undefined, 1000);`;

/** Starts embedded databases in the folder of one test file, and ends the remaining ones after each test. */
class EmbeddedPostgresFixture {
  folder = '';
  /** The folder of the next database. Tests that accept a used cluster share one. */
  data = '';
  started: EmbeddedPostgres[] = [];
  private processes: ChildProcess[] = [];

  async create(): Promise<void> {
    this.folder = await realpath(await mkdtemp(join(tmpdir(), 'embedded-postgres-')));
  }

  async reset(): Promise<void> {
    await chmod(this.folder, 0o755); // otherwise, as root, each cluster would be kept outside of it
    this.data = join(this.folder, 'data');
    this.started = [];
    this.processes = [];
  }

  async stopAll(): Promise<void> {
    for (const child of this.processes) kill(child);
    await Promise.all(this.started.map((database) => database.stop()));
    // Stops a server that a failed test left running, and removes a cluster outside of this folder.
    if (existsSync(join(this.data, 'postgres/postmaster.pid'))) await (await this.start()).stop();
    const elsewhere = await readlink(join(this.data, 'postgres')).catch(() => undefined);
    if (elsewhere) await rm(elsewhere, { recursive: true, force: true });
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  async start(
    options: { parameters?: Record<string, string>; log?: (line: string) => void } = {},
    packageDirectory?: string,
  ): Promise<EmbeddedPostgres> {
    const parameters = { fsync: 'off', ...options.parameters };
    const database = await startEmbeddedPostgres(
      { dataDirectory: this.data, ...options, parameters },
      packageDirectory,
    );
    this.started.push(database);
    return database;
  }

  spawnApplication(): ChildProcess {
    const application = spawn(process.execPath, ['-e', APPLICATION, this.data], {
      cwd: PROJECT,
      detached: true, // a process group, as a terminal makes one
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return this.track(application);
  }

  async startApplication(): Promise<{ process: ChildProcess; url: string }> {
    const application = this.spawnApplication();
    const url = await new Promise<string>((found, failed) => {
      application.stdout?.once('data', (text: Buffer) => found(text.toString().trim()));
      application.once('exit', () => failed(new Error('The application has ended early')));
    });
    return { process: application, url };
  }

  /** Kills a process after the test if it still runs. */
  track(child: ChildProcess): ChildProcess {
    this.processes.push(child);
    return child;
  }

  postmaster(): number {
    return Number(readFileSync(join(this.data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** Returns the package as npm installs it without install scripts. */
  async packageWithoutLinks(): Promise<string> {
    const bare = join(this.folder, 'package');
    await cp(PACKAGE, bare, { recursive: true, verbatimSymlinks: true });
    const links = JSON.parse(await readFile(join(bare, 'native/pg-symlinks.json'), 'utf8')) as {
      target: string;
    }[];
    await Promise.all(links.map(({ target }) => rm(join(bare, target))));
    await Promise.all(['postgres', 'initdb'].map((name) => chmod(join(bare, 'native/bin', name), 0o644)));
    return bare;
  }
}

/** Provides a fixture for the tests of a file or a group. */
export function useEmbeddedPostgres(): EmbeddedPostgresFixture {
  const fixture = new EmbeddedPostgresFixture();
  beforeAll(() => fixture.create());
  beforeEach(() => fixture.reset());
  afterEach(() => fixture.stopAll());
  afterAll(() => fixture.remove());
  return fixture;
}

/** Kills the whole process group, or only the process if it leads no group. */
export function kill(child: ChildProcess): void {
  if (!isRunning(child)) return;
  try {
    process.kill(-Number(child.pid), 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

export async function ended(child: ChildProcess): Promise<void> {
  if (isRunning(child)) await once(child, 'exit');
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

export async function connected(url: string): Promise<Client> {
  const client = new Client(url);
  client.on('error', () => undefined); // some tests stop the server while clients are connected
  await client.connect();
  return client;
}

export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = await connected(url);
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Whether the server takes connections. */
export async function answers(url: string): Promise<boolean> {
  try {
    return (await query(url, 'SELECT')).length === 1;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
    throw error;
  }
}

export async function remember(url: string): Promise<void> {
  await query(url, 'CREATE TABLE IF NOT EXISTS note (text text)');
  await query(url, `INSERT INTO note VALUES ('kept')`);
}

export async function remembers(url: string): Promise<boolean> {
  const rows = await query(url, 'DELETE FROM note RETURNING text');
  return rows.length === 1;
}
