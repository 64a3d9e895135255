import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { TestDatabase } from '../support/database';
import { createDatabase } from '../support/database';

const run = promisify(execFile);
const TIMEOUT_MS = 300_000;

/** Files that a build or a run leaves, and that a clone does not have. */
const NOT_CLONED = /^(node_modules|dist|dist-test|web\/dist|data|coverage|\.git|\.env|reports)(\/|$)/;

/** The commands of a section of a document, block by block. */
function commandsOf(document: string, section: string): string[] {
  const text = readFileSync(document, 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith(`${section}\n`));
  return [...(text ?? '').matchAll(/```sh\n([^]*?)```/g)].map(([, commands = '']) => commands);
}

describe('an installation by docs/installation.md', () => {
  let folder: string;
  let database: TestDatabase;
  let token: string;
  let service: ChildProcess;
  let address: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'channel-manager-intake-installed-'));
    await chmod(folder, 0o755);
    await cp('.', folder, { recursive: true, filter: (path) => !NOT_CLONED.test(relative('.', path)) });
    database = await createDatabase({ migrated: false });
    const env = { ...process.env, npm_config_prefer_offline: 'true', NODE_ENV: undefined, PORT: '0' };
    const at = { cwd: folder, env: { ...env, DATABASE_URL: database.url } };

    const [build = '', prepare = '', start = ''] = commandsOf('docs/installation.md', 'On a machine');
    const clone = 'git clone <this repository> channel-manager-intake && cd channel-manager-intake\n';
    expect(build).toContain(clone);
    await run('sh', ['-ec', build.replace(clone, '')], at);
    // Only a service with tracing loads this package.
    await rm(join(folder, 'node_modules/@opentelemetry/sdk-trace-base'), { recursive: true });
    const set = /^export DATABASE_URL=.*$/m;
    expect(prepare).toMatch(set);
    const { stdout } = await run('sh', ['-ec', prepare.replace(set, '')], at);
    token = /^[\w-]{43}$/m.exec(stdout)?.[0] ?? '';

    service = spawn('sh', ['-ec', `exec ${start}`], { ...at, stdio: ['ignore', 'pipe', 'inherit'] });
    address = await listeningAt(service);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await database.drop();
  });

  const get = (path: string, headers: Record<string, string>) => fetch(address + path, { headers });

  it('The installation has the page and Swagger UI', async () => {
    const page = await (await get('/', { accept: 'text/html' })).text();
    const [script = ''] = /assets\/main-\w+\.js/.exec(page) ?? [];
    expect((await get(`/${script}`, {})).status).toBe(200);
    expect((await get('/docs', {})).status).toBe(200);
  });

  it('The installation accepts the token that was made, and is ready', async () => {
    const rooms = await get('/admin/rooms', { authorization: `Bearer ${token}` });
    expect({ status: rooms.status, body: await rooms.json() }).toMatchObject({
      status: 200,
      body: { items: [] },
    });
    expect((await get('/health/ready', {})).status).toBe(200);
  });

  it('The installation stops on a signal', async () => {
    service.kill('SIGTERM');
    expect(await once(service, 'exit')).toEqual([0, null]);
  });
});

/** Returns the address in the log of a process. @throws Error with the log if the process ends before */
async function listeningAt(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [found] = /(?<=Listening at )http:\/\/[\d.:]+/.exec(output) ?? [];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The service has ended:\n${output}`)));
  });
}
