import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { keyAt } from '../../src/push/journal/request-id';
import { ServiceProcess } from '../support/service-process';
import { MailServer } from '../support/smtp';
import { until } from '../support/until';
import type { Database } from './support/database';
import { describeConnected } from './support/database';
import { note } from './support/figures';
import { openHotel } from './support/hotel';
import type { PostgresProcess } from './support/postgres-process';

const HOUR_MS = 3_600_000;
/** Twice as many rounds of a job as there are instances, so that each instance has run it. */
const ROUNDS = 8;
/** Shortens each interval of a minute or longer, so that an instance runs these jobs twice a second. */
const OFTEN = `const set = setInterval;
  globalThis.setInterval = (job, ms, ...rest) => set(job, ms >= 60_000 ? 500 : ms, ...rest);`;
const NODE_OPTIONS = [`--import=data:text/javascript,${encodeURIComponent(OFTEN)}`];

describeConnected('the jobs of four instances, connected $way', (start) => {
  let database: Database;
  let postgres: PostgresProcess;
  let mailServer: MailServer;
  let instances: ServiceProcess[];
  beforeAll(async () => {
    database = await start();
    postgres = database.postgres;
    mailServer = await new MailServer().start();
    const settings = {
      DATABASE_URL: database.url,
      SMTP_URL: mailServer.url,
      MAIL_SILENCE_HOURS: '24',
      MAIL_MAXIMUM_PER_HOUR: '1000',
      DATABASE_POOL_SIZE: '4', // By default, a machine with many cores would exceed the connections of the database.
    };
    instances = await Promise.all([1, 2, 3, 4].map(() => ServiceProcess.start(settings, NODE_OPTIONS)));
  });
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.terminate()));
    await mailServer.stop();
    await database.stop();
  });

  afterEach(() => (mailServer.onMail = () => undefined));

  it('Instances send one mail for each problem, even if every instance meets the problem, and collect the repeats', async () => {
    const roomIds = Array.from({ length: 30 }, (_, n) => String(900_000 + n));
    const body = '[{"date":"2026-12-24","inventoryNumber":1}]';
    mailServer.onMail = () => delay(200); // Otherwise one instance might send all mails before the others look.
    await Promise.all(
      roomIds.flatMap((roomId) =>
        instances.map((instance) =>
          instance.call(`/updateCalendarInventory?roomId=${roomId}`, { method: 'POST', body }),
        ),
      ),
    );
    await until(async () => {
      const { pushes, sent } = await mailCounts(roomIds);
      return pushes === 120 && sent === 30;
    });
    const { sent, attempts } = await mailCounts(roomIds);
    note({ pushes: 120, mails: sent });
    expect(attempts).toBe(30);
    for (const roomId of roomIds)
      expect(mailServer.mails.filter(({ subject }) => subject?.includes(roomId))).toHaveLength(1);
  });

  it('Instances report each silent room once, though each of them looks', async () => {
    for (let round = 0; round < 3; round++) {
      const roomIds = (await openHotel(postgres.url)).rooms.map(({ id }) => id);
      // A property has one mail, so each room gets a property of its own.
      await postgres.query(
        `UPDATE room SET property_name = concat('Hotel ', id) WHERE id = ANY ($1::bigint[])`,
        [roomIds],
      );
      const ids = roomIds.map((_, n) => keyOf(Date.now() - 48 * HOUR_MS, n));
      await addEntries(ids, roomIds);
      await until(async () => (await mailCounts(roomIds)).sent === roomIds.length);
      expect(await mailCounts(roomIds)).toEqual({
        pushes: roomIds.length,
        sent: roomIds.length,
        attempts: roomIds.length,
      });
    }
    note({ mails: mailServer.mails.length });
    const later = '990000';
    await addEntries([keyOf(Date.now() - 48 * HOUR_MS, 0)], [later]);
    const atWork = await countAtWork(
      `journal_entry WHERE room_id = ${later}`,
      'UPDATE "journal_entry" SET "notice"%',
      async () => {
        await postgres.query(`INSERT INTO room (id, name) OVERRIDING SYSTEM VALUE VALUES ($1, 'Later')`, [
          later,
        ]);
      },
    );
    expect(atWork).toBe(1);
  });

  it('Instances delete old journal entries once, one instance at a time', async () => {
    const count = 10_000;
    const ids = Array.from({ length: count }, (_, n) => keyOf(Date.now() - 900 * 24 * HOUR_MS, n));
    const atWork = await countAtWork('feed_incarnation', '%DELETE FROM journal_entry%', () =>
      addEntries(ids, Array<string>(count).fill('1')),
    );
    expect(atWork).toBe(1);
    const left = async () =>
      (await postgres.query(`SELECT FROM journal_entry WHERE id = ANY($1) LIMIT 1`, [ids])).length;
    await until(async () => (await left()) === 0);
    const deleted = () =>
      Promise.all(
        instances.map(async (instance) => {
          const counts = (await instance.output()).matchAll(/(\d+) expired journal entries/g);
          return [...counts].reduce((sum, [, number]) => sum + Number(number), 0);
        }),
      );
    const sum = await until(async () => {
      const each = await deleted();
      return each.reduce((a, b) => a + b) >= count && each;
    });
    note({ 'deleted by each': sum.join(' + ') });
    expect(sum.reduce((a, b) => a + b)).toBe(count);
  });

  it('Instances delete old states one instance at a time', async () => {
    expect(await countAtWork('history_boundary', 'UPDATE history_boundary%')).toBe(1);
  });

  /** Returns a request id of a moment, a different one for each number. */
  function keyOf(time: number, number: number): string {
    return keyAt(new Date(time)).slice(0, -12) + String(number).padStart(12, '0');
  }

  /** Adds entries of pushes that changed nothing. */
  async function addEntries(ids: string[], roomIds: string[]): Promise<void> {
    await postgres.query(
      `INSERT INTO journal_entry (id, received_at, applied_at, operation, room_id, outcome, feed_position,
                                  server_started_at)
       SELECT id, clock_timestamp() - interval '48 hours', clock_timestamp() - interval '48 hours',
              'updateCalendarInventory', room_id, 'applied', 1, server_started_at
         FROM unnest($1::uuid[], $2::bigint[]) AS entry (id, room_id), feed_incarnation`,
      [ids, roomIds],
    );
  }

  /**
   * Counts the transactions that are in a job at the same time, over all instances. Each instance begins the job twice a
   * second. This function locks rows that the job writes until every instance has come, so the first transaction waits.
   * @param rows the rows to lock, as after FROM
   * @param statement a LIKE pattern of the statement that waits
   * @param begin called when the rows are locked
   */
  async function countAtWork(rows: string, statement: string, begin?: () => Promise<void>): Promise<number> {
    const count = async () => {
      const waiting = await postgres.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1`,
        [statement],
      );
      return waiting.length;
    };
    const holder = new Client({ connectionString: postgres.url });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(`SELECT FROM ${rows} FOR UPDATE`);
      await begin?.();
      await until(async () => (await count()) > 0);
      for (let round = 0; round < ROUNDS; round++) {
        await addFailedCall();
        // The other instances leave the locked records to the waiting one, and delete the failed call afterwards.
        await until(async () => (await count()) > 1 || !(await hasFailedCall()));
      }
      return await count();
    } finally {
      await holder.end();
    }
  }

  /** Stores a failed call of two hours ago. The service keeps one for an hour. */
  async function addFailedCall(): Promise<void> {
    await postgres.query(
      `INSERT INTO failed_call (room_id, entry_id, failed_at)
       VALUES (0, $1, clock_timestamp() - interval '2 hours') ON CONFLICT DO NOTHING`,
      [keyOf(0, 0)],
    );
  }

  async function hasFailedCall(): Promise<boolean> {
    return (await postgres.query(`SELECT FROM failed_call WHERE room_id = 0`)).length > 0;
  }

  /** Returns how many pushes have mails, how many of the mails were sent, and how many attempts were made. */
  async function mailCounts(roomIds: string[]): Promise<{ pushes: number; sent: number; attempts: number }> {
    const [row] = await postgres.query<{ pushes: number; sent: number; attempts: number }>(
      `SELECT coalesce(sum(occurrences), 0)::int AS pushes, count(*) FILTER (WHERE state = 'sent')::int AS sent,
              coalesce(sum(attempts), 0)::int AS attempts
         FROM notification WHERE room_id = ANY($1::bigint[]) OR property_name = ANY($2)`,
      [roomIds, roomIds.map((id) => `Hotel ${id}`)],
    );
    return row!;
  }
});
