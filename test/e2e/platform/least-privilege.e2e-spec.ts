import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { ConnectionLimit } from '../../../src/platform/database/connection-limit';
import { migrate } from '../../../src/platform/database/migrate';
import { TransactionRunner } from '../../../src/platform/database/transaction-runner';
import type { TestDatabase } from '../../support/database';
import { createDatabase } from '../../support/database';
import { Log } from '../../support/log';
import { TestService } from '../../support/service';
import { until } from '../../support/until';

const DAY = '2026-12-01';

/**
 * Tests the script that docker-compose.yml gives to PostgreSQL. In Compose, psql runs it. Here, the test replaces the
 * lines that only psql understands, and uses its own names.
 */
describe("the roles of docker-compose.yml's database", () => {
  const role = `role_${randomBytes(6).toString('hex')}`;
  const owner = `${role}_migration`;
  let database: TestDatabase;
  let name: string;
  let superuser: Client;
  let rightsBefore: unknown[];

  const rightsOnOthers = async () => {
    const sql = `SELECT datname, datacl FROM pg_database WHERE datname IN ('postgres', 'template0', 'template1') ORDER BY 1`;
    return (await superuser.query<{ datname: string; datacl: string | null }>(sql)).rows;
  };

  beforeAll(async () => {
    database = await createDatabase({ migrated: false });
    name = new URL(database.url).pathname.slice(1);
    const sql = readFileSync('deploy/service-role.sql', 'utf8')
      .replace(/^\\.*$/gm, '')
      .replace(/:'\w+_password'/g, `'secret'`)
      .replaceAll('ON DATABASE channel_manager', `ON DATABASE ${name}`)
      .replaceAll(/(ROLE|TO|,) channel_manager/g, `$1 ${role}`);
    superuser = new Client({ connectionString: database.url });
    await superuser.connect();
    rightsBefore = await rightsOnOthers();
    await superuser.query(sql);
  });
  afterAll(async () => {
    await superuser.query(`DROP OWNED BY ${role}, ${owner} CASCADE`);
    await superuser.query(`DROP ROLE ${role}, ${owner}`);
    await superuser.end();
    await database.drop();
  });

  const urlOf = (user: string) => {
    const url = new URL(database.url);
    url.username = user;
    url.password = 'secret';
    return url.href;
  };
  const startAs = (user: string, settings: Record<string, string> = {}) =>
    TestService.start({ database: { url: urlOf(user), drop: () => Promise.resolve() }, settings });

  it("The database roles of docker-compose.yml leave rights on the server's other databases as they were", async () => {
    expect(rightsBefore).toHaveLength(3);
    expect(await rightsOnOthers()).toEqual(rightsBefore);
  });

  it('A start as the role of the service says what to do if that role must not migrate the schema', async () => {
    await expect(migrate(urlOf(role))).rejects.toThrow('run `node dist/src/cli/migrate.js` first');
  });

  it('The role of the owner migrates the schema, and the role of the service then has nothing to do', async () => {
    await migrate(urlOf(owner));
    await migrate(urlOf(role));
  });

  it.each([
    ['that owns the tables', owner],
    ['that cannot change them', role],
  ])('The whole service works with the role %s', async (_, user) => {
    const service = await startAs(user);
    try {
      await use(service);
    } finally {
      await service.stop();
    }
  });

  it('A role that may have three connections is enough for forty calls at once', async () => {
    await superuser.query(`ALTER ROLE ${owner} CONNECTION LIMIT 3`);
    const service = await startAs(owner);
    try {
      const room = await service.records.room();
      const reads = Array.from({ length: 40 }, () => service.admin('GET', '/rooms'));
      const pushes = Array.from({ length: 40 }, (_, n) =>
        service.pushInventory(room, [{ date: DAY, inventoryNumber: n }]),
      );
      const statuses = (await Promise.all([...reads, ...pushes])).map(({ status }) => status);
      expect(statuses).toEqual(statuses.map(() => 200));
      expect((await service.call('/health/ready')).status).toBe(200);

      const log = new Log();
      service.app.useLogger(log);
      await service.app.get(ConnectionLimit).onModuleInit();
      expect(log.linesAbout('DATABASE_POOL_SIZE is 8, and the database allows 3 connections')).toHaveLength(
        1,
      );
    } finally {
      await service.stop();
      await superuser.query(`ALTER ROLE ${owner} CONNECTION LIMIT -1`);
    }
  });

  it('A change for which no connection is free fails when the time to retry is over', async () => {
    await superuser.query(`ALTER ROLE ${owner} CONNECTION LIMIT 3`);
    const service = await startAs(owner, { DB_RETRY_BUDGET_SECONDS: '1' });
    const held: QueryRunner[] = [];
    try {
      await until(async () => {
        const runner = service.dataSource.createQueryRunner();
        await runner.connect().then(
          () => held.push(runner),
          () => runner.release(),
        );
        return held.length === 3;
      });
      const change = service.app.get(TransactionRunner).run((manager) => manager.query('SELECT 1'));
      await expect(change).rejects.toThrow('too many connections');
    } finally {
      for (const runner of held) await runner.release();
      await service.stop();
      await superuser.query(`ALTER ROLE ${owner} CONNECTION LIMIT -1`);
    }
  });

  it.each([
    ['make a database', 'CREATE DATABASE more'],
    ['drop its own', 'DROP DATABASE :database'],
    ['make a schema', 'CREATE SCHEMA more'],
    ['make a role', 'CREATE ROLE more'],
    ['make itself a superuser', `ALTER ROLE current_user SUPERUSER`],
    ['read a file of the server', `SELECT pg_read_file('PG_VERSION')`],
    ['run a program on the server', `COPY (SELECT 1) TO PROGRAM 'cat'`],
    ["read other roles' passwords", 'SELECT rolpassword FROM pg_authid'],
    [
      'end the sessions of others',
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename <> current_user',
    ],
    ['make an extension that needs trust', 'CREATE EXTENSION dblink'],
  ])('Neither role can %s', async (_, sql) => {
    for (const user of [role, owner]) await expectRefusal(user, sql.replace(':database', name));
  });

  it.each([
    ['create a table', 'CREATE TABLE more (id integer)'],
    ['create a temporary table', 'CREATE TEMPORARY TABLE more (id integer)'],
    ['create a function', `CREATE FUNCTION more() RETURNS integer LANGUAGE sql RETURN 1`],
    ['alter a table', 'ALTER TABLE room ADD COLUMN more integer'],
    ['create an index', 'CREATE INDEX ON room (name)'],
    [
      'create a trigger',
      'CREATE TRIGGER t BEFORE UPDATE ON room EXECUTE FUNCTION suppress_redundant_updates_trigger()',
    ],
    ['drop a table', 'DROP TABLE journal_entry'],
    ['empty a table', 'TRUNCATE journal_entry'],
    ['give its rights away', 'GRANT SELECT ON room TO PUBLIC'],
    ['become the owner', `SET ROLE ${owner}`],
  ])("The service's role cannot %s", (_, sql) => expectRefusal(role, sql));

  /** A grant without effect only warns. This makes the warning an error. */
  async function expectRefusal(user: string, sql: string): Promise<void> {
    const client = new Client({ connectionString: urlOf(user) });
    const warnings: string[] = [];
    client.on('notice', ({ message = '' }) => warnings.push(message));
    await client.connect();
    try {
      const refusal = await client.query(sql).then(
        () => warnings.join(),
        (error: unknown) => String(error),
      );
      expect(refusal).toMatch(
        /permission denied|must be owner|must be (a )?superuser|no privileges were granted/i,
      );
    } finally {
      await client.end();
    }
  }
});

/** Uses every operation, every record of the administration, tokens, and an e-mail. */
async function use(service: TestService): Promise<void> {
  const created = async (path: string, body: unknown) => {
    const answer = await service.admin<{ id: string }>('POST', path, body);
    expect({ path, status: answer.status }).toEqual({ path, status: 201 });
    return answer.body.id;
  };
  const room = await created('/rooms', { name: 'Double' });
  const plan = await created(`/rooms/${room}/ratePlans`, { name: 'Flexible' });
  const rule = { from: plan, steps: [{ percent: '-10' }] };
  const derived = await created(`/rooms/${room}/ratePlans`, {
    name: 'Derived',
    derivation: rule,
  });
  const day = [{ date: DAY, inventoryNumber: 1 }];
  expect((await service.pushInventory(room, day)).text).toBe('Inventory is successfully updated');
  expect((await service.pushPrices(room, plan, [{ date: DAY, price: 100 }])).text).toBe(
    'Price is successfully updated',
  );
  expect(
    (await service.editRoom({ id: room, qty: 5, maxGuests: 3, maxAdults: 2, maxChildren: 1 })).text,
  ).toBe('true');
  for (const path of [
    `/rooms/${room}`,
    '/rooms',
    `/ratePlans/${derived}`,
    '/journal',
    '/notifications',
    '/accessTokens',
    `/rooms/${room}/calendar?from=${DAY}&to=${DAY}`,
    `/ratePlans/${derived}/prices/${DAY}`,
  ])
    expect({ path, status: (await service.admin('GET', path)).status }).toEqual({ path, status: 200 });
  expect(
    (await service.admin('PATCH', `/ratePlans/${derived}`, { derivation: { ...rule, steps: [] } })).status,
  ).toBe(200);
  const token = await created('/accessTokens', { name: 'Ada', scopes: ['push'] });
  expect((await service.admin('DELETE', `/accessTokens/${token}`)).status).toBe(204);
  expect((await service.admin('DELETE', `/ratePlans/${derived}?confirm=Derived`)).status).toBe(204);
  await service.dataSource.query('DELETE FROM notification');
  expect((await service.pushInventory('999', day)).status).toBe(200);
  await until(async () => {
    const mails = await service.dataSource.query<unknown[]>(
      `SELECT FROM notification WHERE state = 'logged'`,
    );
    return mails.length > 0;
  });
}
