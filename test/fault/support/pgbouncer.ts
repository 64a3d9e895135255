import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../src/platform/embedded-postgres/embedded-postgres-server';
import { until } from '../../support/until';
import type { PostgresProcess } from './postgres-process';

const READY_MS = 10_000;

/** A PgBouncer in transaction mode in front of a PostgreSQL. */
export class PgBouncer {
  private constructor(
    private readonly process: ChildProcess,
    private readonly directory: string,
    readonly url: string,
  ) {}

  static isInstalled(): boolean {
    return spawnSync('pgbouncer', ['--version']).status === 0;
  }

  static async start(postgres: Pick<PostgresProcess, 'url'>, poolSize = 20): Promise<PgBouncer> {
    const target = new URL(postgres.url);
    const port = await freePort();
    const directory = await mkdtemp(join(tmpdir(), 'channel-manager-intake-pgbouncer-'));
    await chmod(directory, 0o755);
    const file = join(directory, 'pgbouncer.ini');
    await writeFile(file, settings(target, port, poolSize), { mode: 0o644 });
    // PgBouncer refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const child = spawn('pgbouncer', [...user, file], { stdio: 'ignore' });
    await until(() => isListening(port), READY_MS);
    const url = new URL(postgres.url);
    url.port = String(port);
    return new PgBouncer(child, directory, url.href);
  }

  async stop(): Promise<void> {
    this.process.kill('SIGKILL');
    await once(this.process, 'exit');
    await rm(this.directory, { recursive: true, force: true });
  }
}

function settings(
  { port: target, pathname, username, password }: URL,
  port: number,
  poolSize: number,
): string {
  const name = pathname.slice(1);
  return [
    '[databases]',
    `${name} = host=127.0.0.1 port=${target} dbname=${name} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 500',
    `default_pool_size = ${poolSize}`,
    'server_login_retry = 1', // seconds until it tries a database again that was away; 15 are its default
    '',
  ].join('\n');
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
