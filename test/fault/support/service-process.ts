import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { START_ARGUMENTS } from '../../support/start-command';

export const TOKEN = 'the-token-of-the-callers-of-the-fault-tests-0123456789';
const LISTENING = /Listening at http:\/\/[\d.]+:(\d+)/;
const KEPT_OUTPUT = 20_000;

/** The built service as a process of its own. */
export class ServiceProcess {
  private constructor(
    private readonly process: ChildProcessByStdio<null, Readable, Readable>,
    readonly port: number,
  ) {}

  /** @throws Error with what the service has said, where it ends instead of listening */
  static async start(databaseUrl: string, settings: Record<string, string> = {}): Promise<ServiceProcess> {
    const child = spawn(process.execPath, START_ARGUMENTS, {
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        DATABASE_URL: databaseUrl,
        BOOTSTRAP_TOKEN: TOKEN,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (text: Buffer) => (output = (output + text.toString()).slice(-KEPT_OUTPUT));
    child.stderr.on('data', keep);
    const port = await new Promise<number>((resolve, reject) => {
      child.stdout.on('data', (text: Buffer) => {
        keep(text);
        const port = LISTENING.exec(output)?.[1];
        if (port) resolve(Number(port));
      });
      child.once('exit', () => reject(new Error(`The service has not started:\n${output}`)));
    });
    return new ServiceProcess(child, port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** As an operator would, with all scopes. */
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

  /** Tells it to finish. @returns its exit code */
  async terminate(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  /** The memory it has, in MiB. */
  async memory(): Promise<number> {
    const status = await readFile(`/proc/${this.process.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    const ended = this.process.exitCode ?? this.process.signalCode;
    if (ended === null) {
      this.process.kill(signal);
      await once(this.process, 'exit');
    }
    return this.process.exitCode;
  }
}
