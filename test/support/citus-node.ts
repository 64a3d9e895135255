import { execFile } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../src/platform/embedded-postgres/embedded-postgres-server';
import { until } from './until';

const run = promisify(execFile);

/** The folder of the PostgreSQL that has Citus. */
export const CITUS_BIN = process.env['CITUS_BIN'] ?? '/usr/lib/postgresql/15/bin';
const RESTART_MS = 60_000;

/** The folder of a cluster's nodes, the user that runs them, and their settings. */
export interface Site {
  folder: string;
  /** PostgreSQL refuses to run as root. */
  user: { uid: number; gid: number } | undefined;
  settings: string[];
}

/** One PostgreSQL server, whose processes can be killed. */
export class CitusNode {
  private constructor(
    private readonly site: Site,
    private readonly name: string,
    readonly port: number,
  ) {}

  static async start(site: Site, name: string, settings: string[] = []): Promise<CitusNode> {
    const node = new CitusNode(site, name, await freePort());
    await node.run('initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N');
    const own = [
      `port = ${node.port}`,
      `listen_addresses = '127.0.0.1'`,
      `unix_socket_directories = '${site.folder}'`,
    ];
    await appendFile(
      join(node.data, 'postgresql.conf'),
      [...own, ...settings, ...site.settings, ''].join('\n'),
    );
    await node.launch();
    return node;
  }

  get url(): string {
    return `postgresql://postgres@127.0.0.1:${this.port}/postgres`;
  }

  /** Kills the server, whose other processes then end as well, as in a crash. */
  async kill9(): Promise<void> {
    const [pid] = (await readFile(join(this.data, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
  }

  /** Starts the server again. It refuses until the last process of the killed one has ended. */
  async comeBack(): Promise<void> {
    await until(
      () =>
        this.launch().then(
          () => true,
          () => false,
        ),
      RESTART_MS,
    );
  }

  /** Stops the server without a checkpoint. It may have been killed already. */
  async stop(): Promise<void> {
    await this.run('pg_ctl', '-m', 'immediate', 'stop').catch(() => undefined);
  }

  private get data(): string {
    return join(this.site.folder, this.name);
  }

  private launch(): Promise<unknown> {
    return this.run('pg_ctl', '-l', join(this.site.folder, `${this.name}.log`), '-w', 'start');
  }

  private run(program: string, ...options: string[]): Promise<unknown> {
    const { folder, user } = this.site;
    // A node looks for certificates in its home.
    const env = { ...process.env, HOME: folder };
    return run(join(CITUS_BIN, program), ['-D', this.data, ...options], { cwd: '/', env, ...user });
  }
}
