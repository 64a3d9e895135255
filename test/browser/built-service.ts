import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { START_ARGUMENTS } from '../support/start-command';

/** The built service as a process, on an embedded database of its own with the demo data. */
export interface BuiltService {
  url: string;
  token: string;
  stop(): Promise<void>;
}

/** @throws Error with all that the service has said, where it ends instead of listening */
export async function startBuiltService(): Promise<BuiltService> {
  const token = 'the-token-that-is-pasted-into-the-page-0123456789';
  const dataDirectory = await mkdtemp(join(tmpdir(), 'channel-manager-intake-browser-'));
  await chmod(dataDirectory, 0o755); // as root, PostgreSQL runs as another user
  const service = spawn(process.execPath, START_ARGUMENTS, {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDirectory, BOOTSTRAP_TOKEN: token },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  service.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    service.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      const listening = /Listening at (http:\/\/[\d.:]+)/.exec(output);
      if (listening?.[1]) resolve(listening[1]);
    });
    service.once('exit', () => reject(new Error(`The service has not started:\n${output}`)));
  });
  return {
    url,
    token,
    async stop() {
      service.kill('SIGTERM');
      if (service.exitCode === null) await once(service, 'exit');
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
