import type { Pool } from 'pg';
import { Client } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { DEFAULT_TIMING, NOTIFICATION_TIMING } from '../../../src/notification/notification.timing';
import { SILENCE_MS } from '../../../src/platform/database/timeout-socket';
import { TransactionRunner } from '../../../src/platform/database/transaction-runner';
import { itUnlessOnCitus } from '../../support/it-unless-on-citus';
import { DatabaseProxy } from '../../support/database-proxy';
import { TestService } from '../../support/service';
import { watchStatements } from '../../support/statements';
import { until } from '../../support/until';

const DATE = '2026-12-01';

describe('an outage of the database', () => {
  let proxy: DatabaseProxy;
  let service: TestService;
  let room: string;
  let plan: string;
  beforeAll(async () => {
    proxy = await DatabaseProxy.start();
    service = await TestService.start({
      proxy,
      settings: { DB_RETRY_BUDGET_SECONDS: '20' },
      // Only the calls of a test may commit.
      override: (builder) =>
        builder.overrideProvider(NOTIFICATION_TIMING).useValue({ ...DEFAULT_TIMING, pollMs: 3_600_000 }),
    });
  });
  afterAll(async () => {
    await service.stop();
    await proxy.stop();
  });
  beforeEach(async () => {
    room = await service.records.room();
    plan = await service.records.ratePlan(room);
    await service.pushPrices(room, plan, [{ date: DATE, price: 1 }]);
  });

  /** Makes all new sessions read-only, like those of a standby, and collects the statements that the database refuses. */
  async function becomeStandby() {
    const statements: string[] = [];
    const unwatch = watchStatements(service.dataSource, {
      afterQuery: ({ error, query }) => {
        if ((error as { code?: string } | undefined)?.code === '25006') statements.push(query);
      },
    });
    const end = () => setReadOnly(false);
    await setReadOnly(true);
    proxy.goAway();
    proxy.comeBack();
    return {
      statements,
      end,
      [Symbol.asyncDispose]: () => {
        unwatch();
        return end();
      },
    };
  }

  async function setReadOnly(isReadOnly: boolean): Promise<void> {
    const { dataSource } = service;
    await dataSource.query(
      `BEGIN READ WRITE;
       ALTER DATABASE ${dataSource.driver.database} SET default_transaction_read_only = ${isReadOnly};
       COMMIT`,
    );
  }

  it('Pushes wait for the end of an outage, none fails, and the last push wins', async () => {
    proxy.goAway();
    const answers: Promise<{ status: number; headers: Headers }>[] = [];
    for (let price = 2; price <= 30; price++)
      answers.push(service.pushPrices(room, plan, [{ date: DATE, price }]));
    await serverHasReceived(service, 29);
    proxy.comeBack();
    const done = await Promise.all(answers);
    expect(done.map(({ status }) => status)).toEqual(done.map(() => 200));
    const ids = done.map(({ headers }) => headers.get('x-request-id') ?? '');
    const last = ids.indexOf([...ids].sort().at(-1) ?? '');
    expect(Number((await service.records.prices(plan))[DATE])).toBe(last + 2);
  });

  it('An edit of a room waits for the end of an outage', async () => {
    proxy.goAway();
    const answer = service.editRoom({ id: room, qty: 4 });
    await serverHasReceived(service, 1);
    proxy.comeBack();
    expect((await answer).text).toBe('true');
  });

  it('A database connection that ends as it is handed out does not end the process', async () => {
    const pool = (service.dataSource.driver as PostgresDriver).master as Pool;
    const listeners = await new Promise((resolve) => {
      pool.connect((_, client, release) => {
        // This simulates an error that pg has read together with the answer before it. Without a listener, the error would
        // end the process.
        resolve(client?.listenerCount('error'));
        client?.emit('error', new Error('terminating connection due to administrator command'));
        release(true);
      });
    });
    expect(listeners).toBe(1);
    expect(await service.pushPrices(room, plan, [{ date: DATE, price: 2 }])).toMatchObject({ status: 200 });
  });

  it('A connection that is cut between two statements leaves nothing half done, and the push is done again', async () => {
    const cut = new Promise<void>((resolve) => {
      const unwatch = watchStatements(service.dataSource, {
        beforeQuery: ({ query }) => {
          if (!query.includes('UPDATE rate_room_availability')) return;
          unwatch();
          proxy.goAway();
          resolve();
        },
      });
    });
    const answer = service.pushPrices(room, plan, [{ date: DATE, price: 50 }]);
    await cut;
    proxy.comeBack();
    expect((await answer).status).toBe(200);
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '50.0000' });
  });

  it('A push whose COMMIT succeeded unnoticed is not repeated over a newer push', async () => {
    const beside = await TestService.start({ beside: service });
    try {
      const lost = proxy.loseNextCommit();
      const older = service.pushPrices(room, plan, [{ date: DATE, price: 70 }]);
      await lost;
      expect((await beside.pushPrices(room, plan, [{ date: DATE, price: 80 }])).status).toBe(200);
      proxy.comeBack();
      expect(await older).toMatchObject({ status: 200, text: 'Price is successfully updated' });
      expect(await service.records.prices(plan)).toEqual({ [DATE]: '80.0000' });
    } finally {
      await beside.stop();
    }
  });

  it.each([
    ['committed', 'SSL SYSCALL error: EOF detected'],
    ['committed', 'invalid socket'],
    ['rolledBack', 'server closed the connection unexpectedly'],
  ] as const)(
    'A push whose COMMIT lost a database worker, and was %s with "%s", is done and journaled once',
    async (outcome, message) => {
      proxy.failNextCommit(outcome, 'XX000', message);
      const answer = await service.pushPrices(room, plan, [{ date: DATE, price: 75 }]);
      expect(proxy.hasHandledCommit).toBe(true);
      expect(answer).toMatchObject({ status: 200, text: 'Price is successfully updated' });
      expect(await service.records.prices(plan)).toEqual({ [DATE]: '75.0000' });
      const { body } = await service.admin<{ items: unknown[] }>('GET', `/journal?ratePlanId=${plan}`);
      expect(body.items).toHaveLength(2); // The push before each test counts too.
    },
  );

  it.each([
    ['25P04', 'terminating connection due to transaction timeout'],
    ['57P05', 'terminating connection due to idle-session timeout'],
    ['28P01', 'a reason that would be final while connecting'],
    ['XX000', 'a reason that nobody knows'],
  ])('A push whose session ends with the code %s is repeated on another session', async (code, message) => {
    proxy.failNextCommit('rolledBack', code, message, 'FATAL');
    const answer = await service.pushPrices(room, plan, [{ date: DATE, price: 76 }]);
    expect(proxy.hasHandledCommit).toBe(true);
    expect(answer).toMatchObject({ status: 200, text: 'Price is successfully updated' });
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '76.0000' });
  });

  it('A push fails and is not repeated after an error with the code XX000 that does not end the session', async () => {
    proxy.failNextCommit('rolledBack', 'XX000', 'a reason that nobody knows');
    expect((await service.pushPrices(room, plan, [{ date: DATE, price: 76 }])).status).toBe(500);
  });

  itUnlessOnCitus('its own jobs connect to the database')(
    'A push waits while the database refuses new connections, whatever its reason',
    async () => {
      const url = new URL(service.databaseUrl);
      const name = url.pathname.slice(1);
      url.pathname = '/postgres';
      const server = new Client(url.href);
      await server.connect();
      const { retries } = service.app.get(TransactionRunner);
      const before = retries.get('outage') ?? 0;
      try {
        await server.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
        proxy.goAway();
        proxy.comeBack();
        const answer = service.pushPrices(room, plan, [{ date: DATE, price: 77 }]);
        await until(() => (retries.get('outage') ?? 0) > before);
        await server.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
        expect((await answer).status).toBe(200);
      } finally {
        await server.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
        await server.end();
      }
      expect(await service.records.prices(plan)).toEqual({ [DATE]: '77.0000' });
    },
  );

  it('A release whose COMMIT succeeded unnoticed is not repeated, and its answer says what it has done', async () => {
    await service.admin('PATCH', `/ratePlans/${plan}`, { guard: { maxIncreasePercent: 10 } });
    const lostPush = proxy.loseNextCommit();
    const push = service.pushPrices(room, plan, [{ date: DATE, price: 70 }]);
    await lostPush;
    proxy.comeBack();
    expect((await push).headers.get('x-records-held')).toBe('1');
    const lost = proxy.loseNextCommit();
    const range = { ratePlanId: plan, from: DATE, to: DATE };
    const release = service.admin('POST', '/heldPrices/release', range);
    await lost;
    proxy.comeBack();
    expect(await release).toMatchObject({ status: 200, body: { records: 1 } });
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '70.0000' });
  });

  it('A push on a connection to a new standby waits for the new primary', async () => {
    await using refusals = await becomeStandby();
    const answer = service.pushPrices(room, plan, [{ date: DATE, price: 60 }]);
    await until(() => refusals.statements.length > 0);
    await refusals.end();
    proxy.goAway();
    proxy.comeBack();
    expect((await answer).status).toBe(200);
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '60.0000' });
  });

  it('While the database is read-only, the service is not ready; afterwards, no old session is used again', async () => {
    await using refusals = await becomeStandby();
    // The reads fill the pool with sessions that cannot write.
    await Promise.all(Array.from({ length: 4 }, () => service.admin('GET', '/rooms')));
    expect((await service.call('/health/ready')).status).toBe(503);
    await Promise.all(Array.from({ length: 4 }, () => service.admin('GET', '/rooms')));
    await refusals.end();
    const answer = await service.pushPrices(room, plan, [{ date: DATE, price: 61 }]);
    expect(answer.status).toBe(200);
    expect(refusals.statements.length).toBeLessThanOrEqual(1);
    expect((await service.call('/health/ready')).status).toBe(200);
  });

  it('The service gives a silent connection up, and does its push on another connection', async () => {
    const path = await DatabaseProxy.start();
    const beside = await TestService.start({
      proxy: path,
      settings: { DB_RETRY_BUDGET_SECONDS: '20' },
      beside: service,
      override: (builder) => builder.overrideProvider(SILENCE_MS).useValue(1_000),
    });
    try {
      await beside.pushPrices(room, plan, [{ date: DATE, price: 90 }]);
      path.fallSilent();
      expect((await beside.pushPrices(room, plan, [{ date: DATE, price: 91 }])).status).toBe(200);
      expect(await beside.dataSource.query(`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    } finally {
      await beside.stop();
      await path.stop();
    }
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '91.0000' });
  });

  it('A push is answered 503 with Retry-After, and a room edit false, after the retry budget', async () => {
    const beside = await TestService.start({
      proxy,
      settings: { DB_RETRY_BUDGET_SECONDS: '0.2' },
      beside: service,
    });
    try {
      await beside.pushPrices(room, plan, [{ date: DATE, price: 2 }]); // The service knows the token from now on.
      proxy.goAway();
      const answer = await beside.pushPrices(room, plan, [{ date: DATE, price: 3 }]);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(await beside.editRoom({ id: room, qty: 4 })).toMatchObject({ status: 200, text: 'false' });
      expect((await beside.call('/health/live')).status).toBe(200);
      expect((await beside.call('/health/ready')).status).toBe(503);
    } finally {
      proxy.comeBack();
      await beside.stop();
    }
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '2.0000' });
  });
});

describe('a push that loses the database half-way', () => {
  it('A push that loses the database half-way leaves neither an entry nor a change', async () => {
    const proxy = await DatabaseProxy.start();
    const service = await TestService.start({ proxy, settings: { DB_RETRY_BUDGET_SECONDS: '0' } });
    const beside = await TestService.start({ beside: service });
    try {
      const room = await service.records.room();
      const plan = await service.records.ratePlan(room);
      await service.pushPrices(room, plan, [{ date: '2026-12-01', price: 1 }]);
      for (const statement of ['UPDATE rate_room_availability', 'INSERT INTO journal_entry', 'COMMIT']) {
        const cut = new Promise<void>((resolve) => {
          const unwatch = watchStatements(service.dataSource, {
            beforeQuery: ({ query }) => {
              if (!query.includes(statement)) return;
              unwatch();
              proxy.goAway();
              resolve();
            },
          });
        });
        const answer = service.pushPrices(room, plan, [{ date: '2026-12-01', price: 2 }]);
        await cut;
        expect((await answer).status).toBe(503);
        proxy.comeBack();
        expect(await beside.records.prices(plan)).toEqual({ '2026-12-01': '1.0000' });
        const requestId = (await answer).headers.get('x-request-id');
        expect((await beside.records.pushes()).map(({ id }) => id)).not.toContain(requestId);
      }
    } finally {
      await beside.stop();
      await service.stop();
      await proxy.stop();
    }
  });
});

/** Resolves when this many calls are in flight inside the service. */
async function serverHasReceived(service: TestService, count: number): Promise<void> {
  const server = service.app.getHttpServer();
  let received = 0;
  await new Promise<void>((resolve) => {
    server.on('request', function listen() {
      if (++received < count) return;
      server.off('request', listen);
      resolve();
    });
  });
}
