import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../../src/platform/database/database.options';
import { migrate } from '../../../src/platform/database/migrate';
import { schemaVersion } from '../../../src/platform/database/schema-version';
import type { TestDatabase } from '../../support/database';
import { createDatabase } from '../../support/database';
import { TestService } from '../../support/service';

const DAY = '2026-12-01';

describe('a database that another release has migrated', () => {
  let database: TestDatabase;
  let own: number;
  beforeEach(async () => {
    database = await createDatabase();
    own = await ownVersion(database.url);
  });
  afterEach(() => database.drop());

  const run = async (sql: string, values?: unknown[]) => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      return await client.query(sql, values);
    } finally {
      await client.end();
    }
  };
  const addMigration = (name: string) =>
    run(`INSERT INTO migration (timestamp, name) VALUES ($1, $2)`, [name.slice(-13), name]);

  it('This release works with the next schema, which has unknown columns and tables', async () => {
    await addMigration(`V${own + 1}Seasons1999999999998`);
    await run(`ALTER TABLE room ADD COLUMN floor integer;
               ALTER TABLE rate_room_availability ADD COLUMN surcharge numeric NOT NULL DEFAULT 0;
               CREATE TABLE season (id bigint PRIMARY KEY)`);
    const service = await TestService.start({ database });
    try {
      const room = await service.records.room();
      const plan = await service.records.ratePlan(room);
      expect((await service.pushPrices(room, plan, [{ date: DAY, price: 100 }])).status).toBe(200);
      expect((await service.admin('GET', `/rooms/${room}/calendar?from=${DAY}&to=${DAY}`)).status).toBe(200);
    } finally {
      await service.stop();
    }
  });

  it('This release refuses to start with the schema after the next, and changes nothing', async () => {
    await addMigration(`V${own + 1}Seasons1999999999998`);
    await addMigration(`V${own + 2}NoFloors1999999999999`);
    const refusal = `The schema has version ${own + 2}, and this program works with versions up to ${own + 1}`;
    await expect(TestService.start({ database })).rejects.toThrow(refusal);
    await expect(migrate(database.url)).rejects.toThrow('see docs/upgrades.md');
  });

  it('This release refuses to start if a migration of no release was applied', async () => {
    await addMigration('Experiment1999999999999');
    await expect(TestService.start({ database })).rejects.toThrow('Experiment1999999999999');
  });

  it('An unknown migration of a known version belongs to no release', async () => {
    await addMigration(`V${own}Experiment1999999999999`);
    await expect(migrate(database.url)).rejects.toThrow('was not made by a release of this program');
  });
});

describe('the table of versions in docs/upgrades.md', () => {
  it('docs/upgrades.md has a row for the version in package.json, with the version of its schema', async () => {
    const database = await createDatabase({ migrated: false });
    try {
      const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
      const rows = [...readFileSync('docs/upgrades.md', 'utf8').matchAll(/^\| ([\d.]+) +\| (\d+) +\|/gm)];
      const schemas = new Map(rows.map(([, release, schema]) => [release, Number(schema)]));
      expect(schemas.get(version)).toBe(await ownVersion(database.url));
    } finally {
      await database.drop();
    }
  });
});

async function ownVersion(url: string): Promise<number> {
  const dataSource = await new DataSource(databaseOptions(url, 1)).initialize();
  const names = dataSource.migrations.map(({ constructor }) => constructor.name);
  await dataSource.destroy();
  return schemaVersion(names);
}
