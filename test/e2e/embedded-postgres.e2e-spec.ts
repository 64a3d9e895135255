import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres';

jest.setTimeout(60_000);

const PROJECT = resolve(__dirname, '../..');
const PACKAGE = resolve(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`), '../..');
const AS_ROOT = process.getuid?.() === 0;

/** An application of its own: starts the database, prints its address, and stays. */
const APPLICATION = `
  const { readFileSync } = require('node:fs');
  const { transpileModule, ModuleKind } = require('typescript');
  require.extensions['.ts'] = (module, file) =>
    module._compile(transpileModule(readFileSync(file, 'utf8'),
      { compilerOptions: { module: ModuleKind.CommonJS, esModuleInterop: true } }).outputText, file);
  const { startEmbeddedPostgres } = require('./src/embedded-postgres/embedded-postgres.ts');
  startEmbeddedPostgres({ dataDirectory: process.argv[1], parameters: { fsync: 'off' } })
    .then(({ url }) => console.log(url));
  setInterval(() => undefined, 1000);`;

let folder: string;
let data: string;
let started: EmbeddedPostgres[];
let processes: ChildProcess[];

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'embedded-postgres-')));
});

beforeEach(async () => {
  await chmod(folder, 0o755); // otherwise, as root, each cluster would be kept outside of it
  data = join(folder, 'data'); // one cluster for all tests that can do with a used one
  started = [];
  processes = [];
});

afterEach(async () => {
  for (const child of processes) kill(child);
  await Promise.all(started.map((database) => database.stop()));
  // What a failed test may have left running, and the one cluster that is kept outside of our folder.
  if (existsSync(join(data, 'postgres/postmaster.pid'))) await (await start()).stop();
  const elsewhere = await readlink(join(data, 'postgres')).catch(() => undefined);
  if (elsewhere) await rm(elsewhere, { recursive: true, force: true });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('The embedded PostgreSQL', () => {
  it('answers after its first start, in UTF-8, to its own password and nobody else', async () => {
    data = join(folder, 'first');
    const { url } = await start();

    expect(await answers(url)).toBe(true);
    expect(await query(url, `SELECT current_database() AS name, getdatabaseencoding() AS encoding`)).toEqual([
      { name: 'channel_manager', encoding: 'UTF8' },
    ]);
    await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password');
    expect((await stat(join(data, 'postgres/password'))).mode & 0o777).toBe(0o600);
  });

  it('listens on the loopback address only, and on no socket file', async () => {
    const { url } = await start();

    expect(
      await query(
        url,
        `SELECT name, setting FROM pg_settings WHERE name ~ '^(listen_a|unix_socket_d)' ORDER BY 1`,
      ),
    ).toEqual([
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'unix_socket_directories', setting: '' },
    ]);
  });

  it('runs with the settings it is given', async () => {
    const { url } = await start({ parameters: { work_mem: '7MB' } });

    expect(await query(url, 'SHOW work_mem')).toEqual([{ work_mem: '7MB' }]);
  });

  it('keeps the data over a stop, which ends its process, and may be called twice', async () => {
    const first = await start();
    await remember(first.url);

    await Promise.all([first.stop(), first.stop()]);
    expect(await answers(first.url)).toBe(false);
    expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(false);

    const second = await start();
    expect(await remembers(second.url)).toBe(true);
  });

  it('outlives the killed process group of its application, and is adopted by the next one', async () => {
    const application = await startApplication();
    await remember(application.url);
    const pid = postmaster();
    kill(application.process);
    await ended(application.process);

    const adopted = await start();

    expect(postmaster()).toBe(pid);
    expect(adopted.url).toBe(application.url);
    expect(await remembers(adopted.url)).toBe(true);
    await adopted.stop();
    expect(await answers(adopted.url)).toBe(false);
  });

  it('starts again with all data after its server was killed', async () => {
    const first = await start({ parameters: { fsync: 'on' } });
    await remember(first.url);
    const pid = postmaster();
    process.kill(pid, 'SIGKILL');

    const second = await start();

    expect(postmaster()).not.toBe(pid);
    expect(await remembers(second.url)).toBe(true);
  });

  it('leaves the server alone that has replaced the one it had started', async () => {
    const first = await start();
    process.kill(postmaster(), 'SIGKILL');
    const second = await start();

    await first.stop();

    expect(await answers(second.url)).toBe(true);
  });

  it('is not blocked by a lock file whose process number now belongs to another program', async () => {
    await (await start()).stop();
    const { uid, gid } = await stat(join(data, 'postgres/PG_VERSION'));
    const stranger = track(spawn('sleep', ['60'], { uid, gid, cwd: '/' }));
    const lines = [
      stranger.pid,
      join(data, 'postgres'),
      1_700_000_000,
      65_000,
      '',
      '127.0.0.1',
      '',
      'ready',
      '',
    ];
    await writeFile(join(data, 'postgres/postmaster.pid'), lines.join('\n'));

    const { url } = await start();

    expect(await answers(url)).toBe(true);
    expect(stranger.exitCode).toBeNull();
  });

  it('is not blocked by the empty lock file that a power cut leaves', async () => {
    await (await start()).stop();
    const lock = join(data, 'postgres/postmaster.pid');
    await writeFile(lock, '');
    await utimes(lock, new Date(0), new Date(0));

    expect(await answers((await start()).url)).toBe(true);
  });

  it('starts after a first start that was killed while it created the cluster', async () => {
    data = join(folder, 'interrupted');
    const application = track(spawnApplication());
    await until(() => existsSync(data) && readdirSync(data).some((name) => name.startsWith('postgres.new-')));
    kill(application);
    await ended(application);
    expect(existsSync(join(data, 'postgres'))).toBe(false);

    const { url } = await start();
    expect(await answers(url)).toBe(true);
  });

  it('removes, a while later, what such a killed start has left', async () => {
    data = join(folder, 'leftover');
    const leftover = join(data, 'postgres.new-abc123');
    await mkdir(leftover, { recursive: true });
    await utimes(leftover, new Date(0), new Date(0));

    await start();

    expect((await readdir(data)).sort()).toEqual(['postgres', 'postgres.log']);
  });

  it('is one server for all who start it at the same moment', async () => {
    await (await start()).stop();

    const all = await Promise.all([1, 2, 3, 4].map(() => start()));

    expect(new Set(all.map(({ url }) => url)).size).toBe(1);
    expect(await answers(all[0]?.url ?? '')).toBe(true);
  });

  it('is one server for all who start it for the first time at the same moment', async () => {
    data = join(folder, 'together');
    const [one, two, three] = await Promise.all([start(), startApplication(), start()]);

    expect(two.url).toBe(one.url);
    expect(three.url).toBe(one.url);
    expect(await answers(one.url)).toBe(true);
  });

  it('keeps running while another application uses it, and is stopped by the last one', async () => {
    const application = await startApplication();
    const here = await start();

    await here.stop();
    expect(await answers(application.url)).toBe(true);

    const last = await start();
    kill(application.process);
    await ended(application.process);
    await last.stop();
    expect(await answers(last.url)).toBe(false);
  });

  it('keeps running while any other client is connected', async () => {
    const database = await start();
    const client = await connected(database.url);

    await database.stop();

    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await client.end();
  });

  it('is not kept running by a connection that its application has just closed', async () => {
    const database = await start();
    const client = await connected(database.url);
    // It takes the server a while to clean up after this one.
    await client.query(
      `DO 'BEGIN FOR i IN 1..500 LOOP EXECUTE ''CREATE TEMP TABLE t'' || i || ''()''; END LOOP; END'`,
    );
    void client.end();

    await database.stop();

    expect(await answers(database.url)).toBe(false);
  });

  it('is stopped by the first one already when all who use it leave at the same moment', async () => {
    const lines: string[] = [];
    const all = await Promise.all([1, 2, 3].map(() => start({ log: (line) => lines.push(line) })));

    await Promise.all(all.map((database) => database.stop()));

    expect(await answers(all[0]?.url ?? '')).toBe(false);
    expect(lines.filter((line) => line.includes('keeps running'))).toEqual([]);
  });

  it('can be started again while it is being stopped', async () => {
    const first = await start();
    await remember(first.url);

    const [second] = await Promise.all([start(), first.stop()]);

    expect(await remembers(second.url)).toBe(true);
  });

  it('makes the symbolic links and executable files itself where install scripts are off', async () => {
    const bare = await packageWithoutLinks();

    const { url } = await start({}, bare);

    expect(await answers(url)).toBe(true);
    expect(await readlink(join(bare, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
    expect((await stat(join(bare, 'native/bin/postgres'))).mode & 0o111).toBe(0o111);
  });

  it('says which package is missing on a machine without binaries', async () => {
    const { arch } = process;
    Object.defineProperty(process, 'arch', { value: 'mips' });
    const failure = start();
    Object.defineProperty(process, 'arch', { value: arch });

    await expect(failure).rejects.toThrow(/-mips, are not installed[^]*npm ci[^]*DATABASE_URL/);
  });

  it('says what the server said when it does not start, and what else can be done', async () => {
    const failure = start({ parameters: { shared_buffers: 'plenty' } });

    await expect(failure).rejects.toThrow(
      /invalid value for parameter "shared_buffers": "plenty"[^]*DATABASE_URL/,
    );
  });

  it('does not touch a folder in its place that is something else', async () => {
    data = join(folder, 'occupied');
    await mkdir(join(data, 'postgres'), { recursive: true });
    await writeFile(join(data, 'postgres/notes.txt'), 'mine');

    await expect(start()).rejects.toThrow(/is in the way[^]*DATABASE_URL/);

    expect(await readFile(join(data, 'postgres/notes.txt'), 'utf8')).toBe('mine');
  });

  (AS_ROOT ? describe : describe.skip)('as root', () => {
    it('runs as an unprivileged user, who alone can read the data', async () => {
      await start();

      const { uid, mode } = await stat(join(data, 'postgres'));
      expect(uid).not.toBe(0);
      expect(mode & 0o777).toBe(0o700);
      expect((await stat(`/proc/${postmaster()}`)).uid).toBe(uid);
    });

    it('keeps the data elsewhere, says so and links to it where that user cannot reach the folder', async () => {
      data = join(folder, 'closed');
      await chmod(folder, 0o700);
      const lines: string[] = [];

      const { url } = await start({ log: (line) => lines.push(line) });

      const elsewhere = await readlink(join(data, 'postgres'));
      expect(elsewhere).toMatch(/^\/var\/lib\/channel-manager-intake\/[0-9a-f]{12}$/);
      expect(lines.filter((line) => line.includes(`can't reach ${data}`))).toHaveLength(1);
      await remember(url);
      await started[0]?.stop();
      expect(await remembers((await start()).url)).toBe(true);
    });

    it('runs on a cluster that root has restored from a copy', async () => {
      await (await start()).stop();
      await cp(join(data, 'postgres'), join(data, 'restored'), { recursive: true });
      await rm(join(data, 'postgres'), { recursive: true });
      await cp(join(data, 'restored'), join(data, 'postgres'), { recursive: true });

      expect(await answers((await start()).url)).toBe(true);
    });
  });
});

async function start(
  options: { parameters?: Record<string, string>; log?: (line: string) => void } = {},
  packageDirectory?: string,
): Promise<EmbeddedPostgres> {
  const parameters = { fsync: 'off', ...options.parameters };
  const database = await startEmbeddedPostgres(
    { dataDirectory: data, ...options, parameters },
    packageDirectory,
  );
  started.push(database);
  return database;
}

function spawnApplication(): ChildProcess {
  return spawn(process.execPath, ['-e', APPLICATION, data], {
    cwd: PROJECT,
    detached: true, // a process group, as a terminal makes one
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function startApplication(): Promise<{ process: ChildProcess; url: string }> {
  const application = track(spawnApplication());
  const url = await new Promise<string>((found, failed) => {
    application.stdout?.once('data', (text: Buffer) => found(text.toString().trim()));
    application.once('exit', () => failed(new Error('The application has ended early')));
  });
  return { process: application, url };
}

function track(child: ChildProcess): ChildProcess {
  processes.push(child);
  return child;
}

/** Kills the whole process group, or the process alone where it leads none. */
function kill(child: ChildProcess): void {
  if (!child.pid || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

function ended(child: ChildProcess): Promise<void> {
  return until(() => child.exitCode !== null || child.signalCode !== null);
}

function postmaster(): number {
  return Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The package as npm leaves it when it may not run install scripts. */
async function packageWithoutLinks(): Promise<string> {
  const bare = join(folder, 'package');
  await cp(PACKAGE, bare, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(join(bare, 'native/pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  await Promise.all(links.map(({ target }) => rm(join(bare, target))));
  await Promise.all(['postgres', 'initdb'].map((name) => chmod(join(bare, 'native/bin', name), 0o644)));
  return bare;
}

async function connected(url: string): Promise<Client> {
  const client = new Client(url);
  client.on('error', () => undefined); // the server goes away under some of them
  await client.connect();
  return client;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = await connected(url);
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Whether the server takes connections. */
async function answers(url: string): Promise<boolean> {
  try {
    return (await query(url, 'SELECT')).length === 1;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
    throw error;
  }
}

async function remember(url: string): Promise<void> {
  await query(url, 'CREATE TABLE IF NOT EXISTS note (text text)');
  await query(url, `INSERT INTO note VALUES ('kept')`);
}

async function remembers(url: string): Promise<boolean> {
  const rows = await query(url, 'DELETE FROM note RETURNING text');
  return rows.length === 1;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(10);
}
