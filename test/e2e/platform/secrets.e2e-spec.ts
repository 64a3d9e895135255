import { PARAMS_PROVIDER_TOKEN } from 'nestjs-pino';
import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { Client } from 'pg';
import { parseConfig } from '../../../src/platform/config/config';
import { loggingOptions } from '../../../src/administration/observability/logging';
import { setForRole } from '../../support/citus';
import type { TestDatabase } from '../../support/database';
import { createDatabase } from '../../support/database';
import { DatabaseProxy } from '../../support/database-proxy';
import { TestService } from '../../support/service';

const PUSH = '/updateCalendarInventory?roomId=1';
const SMTP_PASSWORD = 'password-of-the-mail-server';
const BOOTSTRAP_TOKEN = 'bootstrap-token-of-more-than-32-characters';
/** A text in bodies that must never get into the log. */
const IN_BODY = 'written-in-a-body';
const MALFORMED = 'malformed-token-of-somebody';

describe('the log at the level trace', () => {
  let service: TestService;
  let proxy: DatabaseProxy;
  let database: TestDatabase;
  /** A random password, which no log contains by chance. A password such as `postgres` is part of many paths. */
  const role = { name: `role_${randomBytes(6).toString('hex')}`, password: randomBytes(16).toString('hex') };
  let log = '';
  let seen: (() => void) | undefined;

  beforeAll(async () => {
    proxy = await DatabaseProxy.start();
    database = await createDatabase();
    await asAdministrator(`CREATE ROLE ${role.name} LOGIN SUPERUSER PASSWORD '${role.password}'`);
    const url = new URL(database.url);
    url.username = role.name;
    url.password = role.password;
    await setForRole(url.href);
    const settings = {
      LOG_LEVEL: 'trace',
      BOOTSTRAP_TOKEN,
      // No server listens at this port, so every e-mail fails.
      SMTP_URL: `smtp://mailer:${SMTP_PASSWORD}@127.0.0.1:1`,
      DB_RETRY_BUDGET_SECONDS: '0.2',
    };
    const { pinoHttp, ...options } = loggingOptions(parseConfig(settings));
    const stream = new Writable({
      write(line: Buffer, _encoding, done) {
        log += line.toString();
        seen?.();
        done();
      },
    });
    service = await TestService.start({
      database: { url: url.href, drop: () => Promise.resolve() },
      proxy,
      settings,
      override: (builder) =>
        builder
          .overrideProvider(PARAMS_PROVIDER_TOKEN)
          .useValue({ ...options, pinoHttp: [pinoHttp, stream] }),
    });
  });
  afterAll(async () => {
    await service.stop();
    await proxy.stop();
    await asAdministrator(`DROP ROLE ${role.name}`);
    await database.drop();
  });

  const asAdministrator = async (sql: string) => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };

  /** Resolves when the log holds this text. */
  const logged = (text: string) =>
    new Promise<void>((resolve) => {
      seen = () => {
        if (log.includes(text)) resolve();
      };
      seen();
    });

  it('The log contains no token, password or body, whatever fails', async () => {
    const room = await service.records.room();
    const plan = await service.records.ratePlan(room);
    const made = await service.admin<{ token: string }>('POST', '/accessTokens', {
      name: 'Ada',
      scopes: ['push'],
    });
    const headers = { authorization: `Bearer ${made.body.token}` };
    for (const authorization of [
      MALFORMED,
      `Basic ${MALFORMED}`,
      `Bearer ${MALFORMED} x`,
      `Bearer ${MALFORMED}`,
    ])
      await service.post(PUSH, [], { headers: { authorization } });
    for (const path of [
      PUSH,
      '/updateCalendarPrices?ratePlanId=1',
      '/nowhere?a=b',
      '/admin/rooms?limit=x',
      `/${BOOTSTRAP_TOKEN}?a=b`,
    ])
      await service.post(`${path}&access_token=${service.token}&roomId=${service.token}`, {
        access_token: service.token,
      });
    await service.call(`/admin/journal/${service.token}`);
    await service.call(`/admin/rooms/%zz${service.token}`);
    await service.pushInventory('999', [{ date: '2026-12-01', inventoryNumber: 1, propertyName: IN_BODY }]);
    await service.pushInventory(room, [{ date: IN_BODY, inventoryNumber: IN_BODY }]);
    await service.post(PUSH, null, { headers, body: `["${IN_BODY}"` });
    await service.editRoom({ id: room, qty: IN_BODY });
    await service.admin('POST', '/rooms', { name: `${IN_BODY}\n`, [IN_BODY]: 1 });
    await service.dataSource.query('ALTER TABLE rate_room_availability ADD CHECK (price < 7000)');
    expect((await service.pushPrices(room, plan, [{ date: '2026-12-01', price: 7394.72 }])).status).toBe(500);
    proxy.goAway();
    await service.post(PUSH, [], { headers: { authorization: 'Bearer never-seen-before' } });
    await service.pushPrices(room, plan, [{ date: '2026-12-01', price: 7394.72 }]);
    await service.admin('POST', '/rooms', { name: IN_BODY });
    proxy.comeBack();
    await logged('ECONNREFUSED');
    await logged('check constraint');

    const secrets = {
      made: made.body.token,
      token: service.token,
      BOOTSTRAP_TOKEN,
      SMTP_PASSWORD,
      database: role.password,
      MALFORMED,
      IN_BODY,
      price: '7394.72',
    };
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret.length).toBeGreaterThan(5);
      const line = log.split('\n').find((one) => one.includes(secret));
      expect({ name, line }).toEqual({ name, line: undefined });
    }
    expect(log).toContain(`POST /updateCalendarInventory`);
  });
});
