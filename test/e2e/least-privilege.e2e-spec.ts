import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import type { TestDatabase } from '../support/database';
import { createDatabase } from '../support/database';
import { TestService } from '../support/service';
import { until } from '../support/until';

/**
 * The script that docker-compose.yml gives to PostgreSQL. There, psql runs it; here, its three lines that only
 * psql understands are done by hand, and the names are a test's own.
 */
describe("the role of docker-compose.yml's database", () => {
  const role = `role_${randomBytes(6).toString('hex')}`;
  let database: TestDatabase;
  let superuser: Client;
  let url: string;

  beforeAll(async () => {
    database = await createDatabase({ migrated: false });
    const name = new URL(database.url).pathname.slice(1);
    const sql = readFileSync('deploy/service-role.sql', 'utf8')
      .replace(/^\\.*$/gm, '')
      .replace(":'password'", `'secret'`)
      .replace(', postgres, template1', '')
      .replaceAll('ON DATABASE channel_manager', `ON DATABASE ${name}`)
      .replaceAll(/(ROLE|TO) channel_manager/g, `$1 ${role}`);
    superuser = new Client({ connectionString: database.url });
    await superuser.connect();
    await superuser.query(sql);
    const own = new URL(database.url);
    own.username = role;
    own.password = 'secret';
    url = own.href;
  });
  afterAll(async () => {
    await superuser.query(`DROP OWNED BY ${role} CASCADE`);
    await superuser.query(`DROP ROLE ${role}`);
    await superuser.end();
    await database.drop();
  });

  it('is enough for the service: it migrates, sends e-mails, and takes a push', async () => {
    const service = await TestService.start({ database: { url, drop: () => Promise.resolve() } });
    try {
      const room = await service.records.room();
      const answer = await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 1 }]);
      expect(answer.text).toBe('Inventory is successfully updated');
      expect((await service.pushInventory('999', [{ date: '2026-12-01', inventoryNumber: 1 }])).status).toBe(
        200,
      );
      await until(async () => {
        const mails = await service.dataSource.query<unknown[]>(
          `SELECT FROM notification WHERE state = 'sent'`,
        );
        return mails.length > 0;
      });
    } finally {
      await service.stop();
    }
  });

  it.each([
    ['make a database', 'CREATE DATABASE more'],
    ['drop its own', `DROP DATABASE :database`],
    ['make a schema', 'CREATE SCHEMA more'],
    ['make a role', 'CREATE ROLE more'],
    ['make itself a superuser', `ALTER ROLE ${role} SUPERUSER`],
    ['read a file of the server', `SELECT pg_read_file('PG_VERSION')`],
    ['run a program on the server', `COPY (SELECT 1) TO PROGRAM 'cat'`],
    ["read other roles' passwords", 'SELECT rolpassword FROM pg_authid'],
    [
      'end the sessions of others',
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename <> current_user',
    ],
    ['make an extension that needs trust', 'CREATE EXTENSION dblink'],
  ])('is not enough to %s', async (_, sql) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const name = new URL(database.url).pathname.slice(1);
      await expect(client.query(sql.replace(':database', name))).rejects.toThrow(
        /permission denied|must be owner|must be superuser/i,
      );
    } finally {
      await client.end();
    }
  });
});
