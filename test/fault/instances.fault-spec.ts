import { setTimeout as delay } from 'node:timers/promises';
import { MailServer } from '../support/smtp';
import { until } from '../support/until';
import { Balancer } from './support/balancer';
import { Callers, isAcknowledged, summary } from './support/callers';
import type { Database } from './support/database';
import { describeConnected } from './support/database';
import { note } from './support/figures';
import { openHotel } from './support/hotel';
import { checkLedger, KEPT_ITS_WORD } from './support/ledger-check';
import type { PostgresProcess } from './support/postgres-process';
import { ServiceProcess } from '../support/service-process';

describeConnected('three instances behind a balancer, connected $way', (start) => {
  let database: Database;
  let postgres: PostgresProcess;
  let mailServer: MailServer;
  let instances: ServiceProcess[];
  let balancer: Balancer;
  beforeAll(async () => {
    database = await start();
    postgres = database.postgres;
    mailServer = await new MailServer().start();
    const settings = { SMTP_URL: mailServer.url };
    instances = await Promise.all(
      [1, 2, 3].map(() => ServiceProcess.start({ DATABASE_URL: database.url, ...settings })),
    );
    balancer = await Balancer.start(...instances.map(({ port }) => port));
  });
  afterAll(async () => {
    balancer.stop();
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
    expect(ready.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('apply pushes for a room in turn, without a deadlock', async () => {
    const hotel = await openHotel(postgres.url);
    const callers = new Callers(() => balancer.url, hotel);
    callers.start(100);
    await callers.acknowledged(500);
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
    const [first, second] = instances as [ServiceProcess, ServiceProcess, ServiceProcess];
    const body = JSON.stringify({ name: 'to be revoked', scopes: ['push'] });
    const made = await first.call('/admin/accessTokens', { method: 'POST', body });
    const { id, token } = (await made.json()) as { id: string; token: string };
    const push = async (instance: ServiceProcess) =>
      (await instance.call('/updateCalendarInventory?roomId=1', { method: 'POST', body: '[]', token }))
        .status;
    expect(await Promise.all(instances.map(push))).toEqual([200, 200, 200]);
    expect((await second.call(`/admin/accessTokens/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await Promise.all(instances.map(push))).toEqual([401, 401, 401]);
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
      return pushes === 90 && sent === 30;
    });
    const { sent, attempts } = await told(roomIds);
    note({ pushes: 90, mails: sent });
    expect(attempts).toBe(30);
    for (const roomId of roomIds)
      expect(mailServer.mails.filter(({ subject }) => subject?.includes(roomId))).toHaveLength(1);
  });

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
