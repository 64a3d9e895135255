import type { DataSource } from 'typeorm';
import { openDataSource } from '../../support/data-source';
import { migrate } from '../../../src/platform/database/migrate';
import type { TestDatabase } from '../../support/database';
import { createDatabase } from '../../support/database';

describe('the schema', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createDatabase({ migrated: false });
    // Three instances that start at once.
    await Promise.all([1, 2, 3].map(() => migrate(database.url)));
    dataSource = await openDataSource(database.url);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('The migrations make the schema that the entities describe', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('Instances that start together make the schema once', async () => {
    const rows = await dataSource.query<{ name: string }[]>(`SELECT name FROM migration`);
    expect(rows).toHaveLength(dataSource.migrations.length);
  });

  it('Half of each page of the two big tables stays free, so that the updates of a full push are HOT', async () => {
    const rows = await dataSource.query<{ relname: string }[]>(
      `SELECT relname FROM pg_class WHERE 'fillfactor=50' = ANY (reloptions) ORDER BY relname`,
    );
    expect(rows.map(({ relname }) => relname)).toEqual(['rate_room_availability', 'room_availability']);
  });

  it.each([
    [
      'a negative price',
      `INSERT INTO rate_room_availability VALUES (1, 1, '2026-12-01', -1)`,
      'ck_rate_room_availability_price',
    ],
    [
      'a negative number of rooms',
      `UPDATE room_availability SET total_rooms = -1`,
      'ck_room_availability_total_rooms',
    ],
    [
      'a price without room availability',
      `INSERT INTO rate_room_availability VALUES (1, 1, '2027-01-01', 1)`,
      'fk_rate_room_availability_room_availability',
    ],
    [
      'a price under another room than its plan',
      `INSERT INTO rate_room_availability VALUES (2, 1, '2026-12-01', 1)`,
      'fk_rate_room_availability_rate_plan',
    ],
    ['an empty property code', `UPDATE room SET property_code = ''`, 'ck_room_property_code'],
    ['a property code that is not ASCII', `UPDATE room SET property_code = 'Bär'`, 'ck_room_property_code'],
    [
      'a plan derived from itself',
      `UPDATE rate_plan SET derived_from_id = id, derivation = '{}'`,
      'ck_rate_plan_not_its_own_parent',
    ],
    [
      'a parent without a rule',
      `INSERT INTO rate_plan (room_id, name, derived_from_id) VALUES (1, 'Plan', 1)`,
      'ck_rate_plan_derivation',
    ],
  ])('The schema refuses %s', async (_, sql, constraint) => {
    await dataSource.query(
      `INSERT INTO room (id, name) VALUES (1, 'One'), (2, 'Two') ON CONFLICT DO NOTHING`,
    );
    await dataSource.query(
      `INSERT INTO rate_plan (id, room_id, name) VALUES (1, 1, 'Plan') ON CONFLICT DO NOTHING`,
    );
    await dataSource.query(
      `INSERT INTO room_availability VALUES (1, '2026-12-01', 1, 0), (2, '2026-12-01', 1, 0) ON CONFLICT DO NOTHING`,
    );
    await expect(dataSource.query(sql)).rejects.toMatchObject({ constraint });
  });
});
