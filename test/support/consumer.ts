import type { ChildProcess, StdioOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface CopiedDay {
  totalRooms: number;
  occupiedRooms: number;
  closed: boolean;
  prices: { ratePlanId: string; price: string | null }[];
}
/** Days by room and date, in the form of the calendar. */
export type CopiedRooms = Record<string, Record<string, CopiedDay>>;

/** The consumer of docs/changes.md as a process, with a copy that it keeps when it is killed. */
export class Consumer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly directory: string,
    private readonly settings: { URL: string; TOKEN: string },
  ) {}

  static async create(url: string, token: string): Promise<Consumer> {
    const directory = await mkdtemp(join(tmpdir(), 'channel-manager-intake-consumer-'));
    const text = await readFile('docs/changes.md', 'utf8');
    const [, program] = /^```js\n([^]*?)^```/m.exec(text) ?? [];
    if (!program) throw new Error('There is no consumer in docs/changes.md');
    await writeFile(join(directory, 'consumer.mjs'), program);
    return new Consumer(directory, { URL: url, TOKEN: token });
  }

  start(): void {
    const log = openSync(join(this.directory, 'consumer.log'), 'a');
    const env = { PATH: process.env['PATH'], ...this.settings };
    const stdio: StdioOptions = ['ignore', log, log];
    this.child = spawn(process.execPath, ['consumer.mjs'], { cwd: this.directory, env, stdio });
    closeSync(log);
  }

  async kill9(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  /** Its output so far. */
  output(): Promise<string> {
    return readFile(join(this.directory, 'consumer.log'), 'utf8');
  }

  /** The copy, without rooms that have no records by date; undefined before there is one. */
  async readCopy(): Promise<CopiedRooms | undefined> {
    const text = await readFile(join(this.directory, 'copy.json'), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const { rooms } = JSON.parse(text) as { rooms: CopiedRooms };
    return Object.fromEntries(Object.entries(rooms).filter(([, days]) => Object.keys(days).length > 0));
  }

  remove(): Promise<void> {
    return rm(this.directory, { recursive: true, force: true });
  }
}
