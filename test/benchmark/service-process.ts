import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { START_ARGUMENTS } from '../support/start-command';
import { Caller } from './caller';

/** The built service as it runs in production: a process of its own, that logs every call to a file. */
export interface ServiceProcess {
  /** A caller with so many connections. */
  caller(connections: number): Caller;
  stop(): Promise<void>;
}

export interface Launch {
  databaseUrl: string;
  /** Where its log goes. */
  directory: string;
  settings?: Record<string, string>;
  /** Of node, before the program. */
  nodeOptions?: string[];
}

const TOKEN = 'the-token-of-the-benchmark-0123456789';
const START_MS = 30_000;

let started = 0;

/** @throws Error with all that the service has said, where it ends instead of listening */
export async function startService({
  databaseUrl,
  directory,
  settings = {},
  nodeOptions = [],
}: Launch): Promise<ServiceProcess> {
  const logName = join(directory, `service-${++started}.log`);
  const log = await open(logName, 'w');
  const child = spawn(process.execPath, [...nodeOptions, ...START_ARGUMENTS], {
    cwd: directory, // no .env file of the developer's
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      BOOTSTRAP_TOKEN: TOKEN,
      DATABASE_POOL_SIZE: process.env['DATABASE_POOL_SIZE'],
      ...settings,
    },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const url = await listening(logName, () => child.exitCode !== null);
  return {
    caller: (connections) => new Caller(url, TOKEN, connections),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function listening(logName: string, hasEnded: () => boolean): Promise<string> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const output = await readFile(logName, 'utf8');
    const url = /Listening at (http:\/\/[\d.:]+)/.exec(output)?.[1];
    if (url) return url;
    if (hasEnded() || Date.now() > deadline) throw new Error(`The service has not started:\n${output}`);
    await delay(50);
  }
}
