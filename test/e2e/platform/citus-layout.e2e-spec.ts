import { layOutAsOnCitus, runFile } from '../../support/citus';
import { openDataSource } from '../../support/data-source';
import { createDatabase } from '../../support/database';
import { migrate } from '../../../src/platform/database/migrate';

/** All constraints of the tables, as PostgreSQL writes them. */
async function constraintsOf(url: string): Promise<string[]> {
  const dataSource = await openDataSource(url);
  try {
    const rows = await dataSource.query<{ text: string }[]>(
      `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS text
         FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY text`,
    );
    return rows.map(({ text }) => text);
  } finally {
    await dataSource.destroy();
  }
}

describe('the layout for Citus', () => {
  it('The layout drops the foreign keys that distributed tables must not have, and can be reverted', async () => {
    const database = await createDatabase({ migrated: false });
    await migrate(database.url);
    const before = await constraintsOf(database.url);
    await layOutAsOnCitus(database.url);
    const meanwhile = await constraintsOf(database.url);
    expect(before.filter((constraint) => !meanwhile.includes(constraint))).toEqual([
      expect.stringMatching(/^held_price fk_held_price_rate_plan /),
      expect.stringMatching(/^rate_room_availability fk_rate_room_availability_rate_plan /),
      expect.stringMatching(/^room_availability fk_room_availability_room /),
    ]);
    await runFile(database.url, 'deploy/citus-undo.sql');
    expect(await constraintsOf(database.url)).toEqual(before);
    await database.drop();
  });
});
