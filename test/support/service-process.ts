import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { chmod, mkdtemp, open, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shiftedClock } from './shifted-clock';
import { startArguments } from './start-command';
import { until } from './until';

/** The token of all callers, with all scopes, unless the settings name another one. */
export const TOKEN = 'the-token-of-all-callers-in-tests-0123456789';

/**
 * The built service as a process in its own directory. Its output is written to a file, as in production. Without
 * DATABASE_URL, its database is in the directory as well.
 */
export class ServiceProcess {
  private address = '';
  private readonly ended: Promise<unknown>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly directory: string,
  ) {
    this.ended = once(child, 'exit');
  }

  /**
   * Starts the service, and waits until it listens.
   * @param nodeOptions options of Node.js, before the program
   * @param project the folder with the built service
   * @throws Error with the output of the service if it ends instead
   */
  static async start(
    settings: Record<string, string | undefined>,
    nodeOptions: string[] = [],
    project = '.',
  ): Promise<ServiceProcess> {
    const directory = await mkdtemp(join(tmpdir(), 'channel-manager-intake-service-'));
    await chmod(directory, 0o755); // as root, PostgreSQL runs as another user
    const log = await open(join(directory, 'service.log'), 'w');
    const child = spawn(process.execPath, [...nodeOptions, ...startArguments(project)], {
      cwd: directory, // no .env file of the developer's
      env: { PATH: process.env['PATH'], ...shiftedClock(), PORT: '0', BOOTSTRAP_TOKEN: TOKEN, ...settings },
      stdio: ['ignore', log.fd, log.fd],
    });
    const service = new ServiceProcess(child, directory);
    await log.close();
    try {
      service.address = await service.hasWritten(/(?<=Listening at )http:\/\/[\d.:]+/);
    } catch (error) {
      await rm(directory, { recursive: true, force: true });
      throw error;
    }
    return service;
  }

  get url(): string {
    return this.address;
  }

  get port(): number {
    return Number(new URL(this.address).port);
  }

  /** The output so far. */
  output(): Promise<string> {
    return readFile(join(this.directory, 'service.log'), 'utf8');
  }

  /**
   * Waits until its output matches a pattern. @returns the match
   * @throws Error with the output if the process ends first
   */
  async hasWritten(pattern: RegExp): Promise<string> {
    const watcher = watch(join(this.directory, 'service.log'));
    try {
      for (;;) {
        const changed = once(watcher, 'change');
        const { isRunning } = this;
        const output = await this.output();
        const found = pattern.exec(output);
        if (found) return found[0];
        if (!isRunning)
          throw new Error(`The service has ended before it wrote ${pattern.source}:\n${output}`);
        await Promise.race([changed, this.ended]);
      }
    } finally {
      watcher.close();
    }
  }

  /** Calls the service as an operator, with all scopes. */
  async call(path: string, init: { method?: string; body?: string; token?: string } = {}): Promise<Response> {
    const { token = TOKEN, ...rest } = init;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return fetch(this.url + path, {
      ...rest,
      headers: init.body ? headers : { authorization: headers.authorization },
    });
  }

  async kill9(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Sends SIGTERM. @returns the exit code */
  async terminate(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  /** Sends the signal of a closed terminal. @returns the exit code */
  async hangUp(): Promise<number | null> {
    return this.end('SIGHUP');
  }

  /** Sends the signal of Ctrl+C again and again. @returns the exit code */
  async interruptUntilItEnds(): Promise<number | null> {
    await until(() => !(this.isRunning && this.child.kill('SIGINT')));
    return this.end('SIGINT');
  }

  /** The memory of the process, in MiB. */
  async memory(): Promise<number> {
    const status = await readFile(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  /** The number of open sockets, including the listening one. */
  async sockets(): Promise<number> {
    const directory = `/proc/${this.child.pid}/fd`;
    const files = await Promise.all(
      (await readdir(directory)).map((name) => readlink(join(directory, name)).catch(() => '')),
    );
    return files.filter((file) => file.startsWith('socket:')).length;
  }

  private get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.isRunning) {
      this.child.kill(signal);
      await this.ended;
    }
    await rm(this.directory, { recursive: true, force: true });
    return this.child.exitCode;
  }
}
