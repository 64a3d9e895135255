import { setTimeout as delay } from 'node:timers/promises';
import { keyAt } from '../../src/journal/request-id';
import { HttpBalancer } from '../support/http-balancer';
import { MailServer } from '../support/smtp';
import { until } from '../support/until';
import { Balancer } from './support/balancer';
import type { Attempt } from './support/callers';
import { Callers, isAcknowledged, summary } from './support/callers';
import type { Database } from './support/database';
import { describeConnected } from './support/database';
import { note } from './support/figures';
import type { Hotel } from './support/hotel';
import { openHotel } from './support/hotel';
import { checkLedger, findOlderOverNewer, KEPT_ITS_WORD } from './support/ledger-check';
import type { PostgresProcess } from './support/postgres-process';
import { ServiceProcess } from '../support/service-process';

const HOUR_MS = 3_600_000;
const PER_SECOND = 50;
/** What the real caller does with what has failed. */
const RETRIES = { retries: 2, pauseMs: 5_000 };
/** Has each instance do twice a second what it would do every ten minutes, or every hour. */
const OFTEN = `const set = setInterval;
  globalThis.setInterval = (job, ms, ...rest) => set(job, ms >= 600_000 ? 500 : ms, ...rest);`;
const NODE_OPTIONS = [`--import=data:text/javascript,${encodeURIComponent(OFTEN)}`];

describeConnected('four instances behind a balancer, connected $way', (start) => {
  let database: Database;
  let postgres: PostgresProcess;
  let mailServer: MailServer;
  let instances: ServiceProcess[];
  let balancer: HttpBalancer;
  const startInstance = () =>
    ServiceProcess.start(
      {
        DATABASE_URL: database.url,
        SMTP_URL: mailServer.url,
        MAIL_SILENCE_HOURS: '24',
        MAIL_MAXIMUM_PER_HOUR: '1000',
      },
      NODE_OPTIONS,
    );
  beforeAll(async () => {
    database = await start();
    postgres = database.postgres;
    mailServer = await new MailServer().start();
    instances = await Promise.all([1, 2, 3, 4].map(startInstance));
    balancer = await HttpBalancer.start(...instances.map(({ port }) => port));
  });
  afterAll(async () => {
    await balancer.stop();
    await Promise.all(instances.map((instance) => instance.terminate()));
    await mailServer.stop();
    await database.stop();
  });

  it('start at once on an empty database, and make the schema once', async () => {
    const migrations = await postgres.query<{ times: string }>(
      `SELECT count(*) AS times FROM migration GROUP BY name`,
    );
    expect(migrations.length).toBeGreaterThan(0);
    expect(migrations.map(({ times }) => times)).toEqual(migrations.map(() => '1'));
    const ready = await Promise.all(instances.map((instance) => instance.call('/health/ready')));
    expect(ready.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('apply pushes for a room in turn, without a deadlock', async () => {
    const hotel = await openHotel(postgres.url);
    const callers = new Callers(() => balancer.url, hotel);
    callers.start(PER_SECOND);
    await callers.acknowledged(300);
    await callers.stop();
    const [{ deadlocks } = { deadlocks: NaN }] = await postgres.query<{ deadlocks: number }>(
      `SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`,
    );
    note({ ...summary(callers.ledger), deadlocks });
    expect(callers.ledger.filter((push) => !isAcknowledged(push))).toEqual([]);
    expect(await checkLedger(postgres, hotel, callers.ledger, 'answered')).toEqual(KEPT_ITS_WORD);
    expect(deadlocks).toBe(0);
  });

  it('know at once that a token was revoked on one of them', async () => {
    const [first, second] = instances as [ServiceProcess, ServiceProcess];
    const body = JSON.stringify({ name: 'to be revoked', scopes: ['push'] });
    const made = await first.call('/admin/accessTokens', { method: 'POST', body });
    const { id, token } = (await made.json()) as { id: string; token: string };
    const push = async (instance: ServiceProcess) =>
      (await instance.call('/updateCalendarInventory?roomId=1', { method: 'POST', body: '[]', token }))
        .status;
    expect(await Promise.all(instances.map(push))).toEqual([200, 200, 200, 200]);
    expect((await second.call(`/admin/accessTokens/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await Promise.all(instances.map(push))).toEqual([401, 401, 401, 401]);
  });

  it('send one mail for each problem, whichever of them heard of it, and collect its repeats', async () => {
    const roomIds = Array.from({ length: 30 }, (_, n) => String(900_000 + n));
    const body = '[{"date":"2026-12-24","inventoryNumber":1}]';
    mailServer.onMail = () => delay(200); // so that one instance alone has not sent them all before the others look
    await Promise.all(
      roomIds.flatMap((roomId) =>
        instances.map((instance) =>
          instance.call(`/updateCalendarInventory?roomId=${roomId}`, { method: 'POST', body }),
        ),
      ),
    );
    await until(async () => {
      const { pushes, sent } = await told(roomIds);
      return pushes === 120 && sent === 30;
    });
    const { sent, attempts } = await told(roomIds);
    note({ pushes: 120, mails: sent });
    expect(attempts).toBe(30);
    for (const roomId of roomIds)
      expect(mailServer.mails.filter(({ subject }) => subject?.includes(roomId))).toHaveLength(1);
  });

  it('are replaced one after the other under load: what was acknowledged is there, and a caller loses nothing', async () => {
    const hotel = await openHotel(postgres.url);
    const callers = new Callers(() => balancer.url, hotel, { ...RETRIES, keepAlive: true });
    const before = balancer.unanswered;
    callers.start(PER_SECOND);
    for (const [n, old] of [...instances.entries()]) {
      await callers.acknowledged((n + 1) * 2 * PER_SECOND);
      // The balancer is not told: it finds the port closed, and goes on to the next instance.
      expect(await old.terminate()).toBe(0);
      instances[n] = await startInstance();
      balancer.add(instances[n].port);
      balancer.remove(old.port);
    }
    await callers.acknowledged((instances.length + 1) * 2 * PER_SECOND);
    await callers.stop();
    const again = callers.ledger.filter(({ attempts }) => attempts.length > 1).length;
    note({ ...summary(callers.ledger), 'answered 502': balancer.unanswered - before, 'sent again': again });
    expect(callers.ledger.filter((push) => !isAcknowledged(push))).toEqual([]);
    expect(await checkLedger(postgres, hotel, callers.ledger, 'answered')).toEqual(KEPT_ITS_WORD);
  });

  it('put no older value over a newer one where a call that was hung up on is sent again to another', async () => {
    const hotel = await openHotel(postgres.url);
    const connections = await Balancer.start(...instances.map(({ port }) => port));
    const callers = new Callers(() => connections.url, hotel, RETRIES);
    callers.start(PER_SECOND);
    let cut = 0;
    for (let n = 0; n < 3; n++) {
      await callers.acknowledged((n + 1) * 2 * PER_SECOND);
      const held = holdRooms(hotel, 1);
      await delay(600);
      cut += connections.cut();
      await held;
    }
    await delay(6_000);
    await callers.stop();
    connections.stop();
    const [row] = await postgres.query<{ repeats: number; late: number }>(
      `SELECT count(repeat_of)::int AS repeats, count(*) FILTER (WHERE late > 0)::int AS late
         FROM journal_entry WHERE room_id = ANY($1)`,
      [hotel.rooms.map(({ id }) => id)],
    );
    note({ ...summary(callers.ledger), 'connections killed': cut, ...row });
    expect(row?.late).toBeGreaterThan(0);
    // What has come to two instances meanwhile is in the order of the room's lock.
    const settledAt = ({ answeredAt = Infinity }: Attempt) => answeredAt + 2_000;
    expect(await findOlderOverNewer(postgres, hotel, callers.ledger, settledAt)).toEqual([]);
    expect(await checkLedger(postgres, hotel, callers.ledger, 'answered')).toEqual(KEPT_ITS_WORD);
  });

  it('tell once of each room that has fallen silent, though each of them looks', async () => {
    for (let round = 0; round < 3; round++) {
      const roomIds = (await openHotel(postgres.url)).rooms.map(({ id }) => id);
      const ids = roomIds.map((_, n) => keyOf(Date.now() - 48 * HOUR_MS, n));
      await addEntries(ids, roomIds);
      await until(async () => (await told(roomIds)).sent === roomIds.length);
      expect(await told(roomIds)).toEqual({
        pushes: roomIds.length,
        sent: roomIds.length,
        attempts: roomIds.length,
      });
    }
    note({ mails: mailServer.mails.length });
  });

  it('delete what is older than the retention once', async () => {
    const count = 10_000;
    const ids = Array.from({ length: count }, (_, n) => keyOf(Date.now() - 900 * 24 * HOUR_MS, n));
    await addEntries(ids, Array<string>(count).fill('1'));
    const left = async () =>
      (await postgres.query(`SELECT FROM journal_entry WHERE id = ANY($1) LIMIT 1`, [ids])).length;
    await until(async () => (await left()) === 0);
    const deleted = () =>
      Promise.all(
        instances.map(async (instance) => {
          const told = (await instance.output()).matchAll(/(\d+) journal entries older than the retention/g);
          return [...told].reduce((sum, [, number]) => sum + Number(number), 0);
        }),
      );
    const sum = await until(async () => {
      const each = await deleted();
      return each.reduce((a, b) => a + b) >= count && each;
    });
    note({ 'deleted by each': sum.join(' + ') });
    expect(sum.reduce((a, b) => a + b)).toBe(count);
  });

  /** The request id of a call of a moment, another one for each number. */
  function keyOf(time: number, number: number): string {
    return keyAt(new Date(time)).slice(0, -12) + String(number).padStart(12, '0');
  }

  /** Entries of pushes that changed nothing. */
  async function addEntries(ids: string[], roomIds: string[]): Promise<void> {
    await postgres.query(
      `INSERT INTO journal_entry (id, received_at, applied_at, operation, room_id, outcome)
       SELECT id, clock_timestamp() - interval '48 hours', clock_timestamp() - interval '48 hours',
              'updateCalendarInventory', room_id, 'applied'
         FROM unnest($1::uuid[], $2::bigint[]) AS entry (id, room_id)`,
      [ids, roomIds],
    );
  }

  /** Holds all rooms as a change would, so that pushes wait. */
  async function holdRooms({ rooms }: Hotel, seconds: number): Promise<void> {
    await postgres.query(
      `BEGIN;
       SELECT FROM room WHERE id IN (${rooms.map(({ id }) => id).join()}) ORDER BY id FOR NO KEY UPDATE;
       SELECT pg_sleep(${seconds});
       COMMIT`,
    );
  }

  /** About how many pushes there are mails, how many of those have been sent, and how often it was tried. */
  async function told(roomIds: string[]): Promise<{ pushes: number; sent: number; attempts: number }> {
    const [row] = await postgres.query<{ pushes: number; sent: number; attempts: number }>(
      `SELECT coalesce(sum(occurrences), 0)::int AS pushes, count(*) FILTER (WHERE state = 'sent')::int AS sent,
              coalesce(sum(attempts), 0)::int AS attempts
         FROM notification WHERE room_id = ANY($1::bigint[])`,
      [roomIds],
    );
    return row!;
  }
});
