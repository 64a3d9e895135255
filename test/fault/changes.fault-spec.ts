import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { openDataSource } from '../support/data-source';
import { ServiceProcess, TOKEN } from '../support/service-process';
import { until } from '../support/until';
import { Balancer } from './support/balancer';
import { Callers, summary } from './support/callers';
import { FeedReader } from './support/feed-reader';
import { note } from './support/figures';
import { openHotel } from './support/hotel';
import { PostgresProcess } from './support/postgres-process';

const PER_SECOND = 20;
/** For a reader that is behind, and pauses after what has failed. */
const LEVEL_WITHIN_MS = 60_000;

/** What the tables have, in the words of the calendar: `{ roomId: { date: … } }`. */
async function readTables(dataSource: DataSource): Promise<unknown> {
  const rows = await dataSource.query<{ roomId: string; date: string; day: object }[]>(
    `SELECT room_id::text AS "roomId", date, jsonb_build_object(
              'totalRooms', total_rooms, 'occupiedRooms', occupied_rooms,
              'prices', coalesce((SELECT jsonb_agg(jsonb_build_object(
                                           'ratePlanId', rate_plan_id::text,
                                           'price', round(price, greatest(2, min_scale(price)))::text)
                                         ORDER BY rate_plan_id)
                                    FROM rate_room_availability AS cell
                                   WHERE cell.room_id = day.room_id AND cell.date = day.date), '[]')) AS day
       FROM room_availability AS day`,
  );
  const rooms: Record<string, Record<string, object>> = {};
  for (const { roomId, date, day } of rows) (rooms[roomId] ??= {})[date] = day;
  return rooms;
}

/** The program of docs/integration.md, with a copy that it keeps when it is killed. */
class Consumer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly directory: string,
    private readonly url: string,
  ) {}

  static async create(url: string): Promise<Consumer> {
    const directory = await mkdtemp(join(tmpdir(), 'channel-manager-intake-consumer-'));
    const text = await readFile('docs/integration.md', 'utf8');
    const program = text.slice(text.indexOf('## Changes')).match(/```js\n([\s\S]*?)```/)?.[1];
    if (!program) throw new Error('There is no consumer in docs/integration.md');
    await writeFile(join(directory, 'consumer.mjs'), program);
    return new Consumer(directory, url);
  }

  start(): void {
    const env = { PATH: process.env['PATH'], URL: this.url, TOKEN };
    this.child = spawn(process.execPath, ['consumer.mjs'], { cwd: this.directory, env, stdio: 'ignore' });
  }

  async kill9(): Promise<void> {
    if (!this.child) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  /** Without rooms of which nothing is stored by date. */
  async readCopy(): Promise<unknown> {
    const text = await readFile(join(this.directory, 'copy.json'), 'utf8').catch(() => '{"rooms":{}}');
    const { rooms } = JSON.parse(text) as { rooms: Record<string, object> };
    return Object.fromEntries(Object.entries(rooms).filter(([, days]) => Object.keys(days).length > 0));
  }

  remove(): Promise<void> {
    return rm(this.directory, { recursive: true, force: true });
  }
}

describe('under 20 pushes a second, with kills of two instances, of the database and of the reader', () => {
  it('the copy of the consumer in the documentation equals the tables, and no reader of the feed misses a change', async () => {
    const postgres = await PostgresProcess.start();
    const settings = { DATABASE_URL: postgres.url };
    const services = [await ServiceProcess.start(settings), await ServiceProcess.start(settings)];
    const balancer = await Balancer.start(...services.map(({ port }) => port));
    const hotel = await openHotel(postgres.url);
    const consumer = await Consumer.create(balancer.url);
    const readers = [FeedReader.pages(balancer.url), FeedReader.stream(balancer.url)];
    consumer.start();
    const callers = new Callers(() => balancer.url, hotel, { retries: 2, pauseMs: 3_000 });
    callers.start(PER_SECOND);
    for (let n = 0; n < 2; n++) {
      await callers.acknowledged((n + 1) * 3 * PER_SECOND);
      await consumer.kill9();
      const old = services.shift();
      if (old) balancer.remove(old.port);
      await old?.kill9();
      consumer.start();
      const next = await ServiceProcess.start(settings);
      services.push(next);
      balancer.add(next.port);
      // A transaction of others that stays open for long: it delays, and hides nothing.
      const others = await openDataSource(postgres.url);
      const holder = others.createQueryRunner();
      await holder.startTransaction();
      await holder.query(`SELECT pg_current_xact_id()`);
      await delay(2_000);
      await holder.commitTransaction();
      await holder.release();
      await others.destroy();
      await postgres.kill9();
      await delay(2_000);
      await postgres.comeBack();
      await delay(2_000);
    }
    await callers.stop();
    const dataSource = await openDataSource(postgres.url);
    const tables = await readTables(dataSource);
    const entries = await dataSource.query<{ id: string; roomId: string }[]>(
      `SELECT id, room_id AS "roomId" FROM journal_entry WHERE outcome = 'applied' AND changed_rooms IS NOT NULL
        ORDER BY applied_at`,
    );
    const changed = new Set(entries.map(({ id }) => id));
    note({ ...summary(callers.ledger), changes: entries.length });
    for (const reader of readers) {
      await until(() => [...changed].every((id) => reader.requestIds.has(id)), LEVEL_WITHIN_MS);
      await reader.stop();
      for (const { id: roomId } of hotel.rooms) {
        const own = entries.filter((entry) => entry.roomId === roomId).map(({ id }) => id);
        const seen = reader.order(roomId).filter((id) => own.includes(id));
        expect([reader.kind, seen]).toEqual([reader.kind, own]);
      }
    }
    await until(
      async () => JSON.stringify(sorted(await consumer.readCopy())) === JSON.stringify(sorted(tables)),
      LEVEL_WITHIN_MS,
    ).catch(async () => expect(await consumer.readCopy()).toEqual(tables));
    await consumer.kill9();
    await consumer.remove();
    await dataSource.destroy();
    balancer.stop();
    for (const service of services) await service.terminate();
    await postgres.stop();
  }, 300_000);
});

/** The same, with the keys of all objects in their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}
