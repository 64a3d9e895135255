import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../src/platform/embedded-postgres/embedded-postgres-server';
import { ServiceProcess, TOKEN } from '../support/service-process';
import { until } from '../support/until';
import { PostgresProcess } from './support/postgres-process';

/** Longer than Caddy with the shipped file keeps idle connections, and shorter than Caddy keeps them by default. */
const IDLE_MS = 65_000;
/** A service that keeps idle connections for 73 s, as many do, closes them while Caddy is frozen for this time. */
const FROZEN_MS = 12_000;
const CALLERS = 12;

const isInstalled = spawnSync('caddy', ['version']).status === 0;
const describeWithCaddy = isInstalled ? describe : describe.skip;
if (!isInstalled) console.log('Caddy is not installed: its file is not tried. apt-get install caddy');

describeWithCaddy('the shipped file for Caddy', () => {
  let postgres: PostgresProcess;
  let service: ServiceProcess;
  let caddy: Caddy;
  beforeAll(async () => {
    postgres = await PostgresProcess.start();
    service = await ServiceProcess.start({ DATABASE_URL: postgres.url });
    caddy = await Caddy.start(service.url);
  });
  afterAll(async () => {
    await caddy.stop();
    await service.terminate();
    await postgres.stop();
  });

  it('Pushes through Caddy succeed after a pause, however late it learns of connections that the service closed', async () => {
    const push = async () => {
      const { status } = await fetch(`${caddy.url}/updateCalendarInventory?roomId=1`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: '[{"date":"2026-12-24","inventoryNumber":1}]',
      });
      return status;
    };
    const pushes = () => Promise.all(Array.from({ length: CALLERS }, push));
    const all = Array.from({ length: CALLERS }, () => 200);
    expect(await pushes()).toEqual(all);
    await delay(IDLE_MS);
    caddy.freeze();
    await delay(FROZEN_MS);
    const answers = pushes();
    await delay(500); // They wait at the port of Caddy.
    caddy.thaw();
    expect(await answers).toEqual(all);
  });
});

/** Caddy with the shipped file, without TLS and on a free port. */
class Caddy {
  private constructor(
    private readonly child: ChildProcess,
    private readonly directory: string,
    readonly url: string,
  ) {}

  static async start(service: string): Promise<Caddy> {
    const directory = await mkdtemp(join(tmpdir(), 'channel-manager-intake-caddy-'));
    const url = `http://127.0.0.1:${await freePort()}`;
    const shipped = await readFile('deploy/proxy/Caddyfile', 'utf8');
    const file = join(directory, 'Caddyfile');
    const settings = shipped
      .replace('intake.example.com', url)
      .replace('127.0.0.1:3000', new URL(service).host);
    await writeFile(file, `{\n\tadmin off\n}\n${settings}`);
    const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      env: { ...process.env, HOME: directory },
      stdio: 'ignore',
    });
    const isReady = () =>
      fetch(`${url}/health/live`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(isReady, 10_000);
    return new Caddy(child, directory, url);
  }

  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.child.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    this.child.kill();
    await once(this.child, 'exit');
    await rm(this.directory, { recursive: true, force: true });
  }
}
