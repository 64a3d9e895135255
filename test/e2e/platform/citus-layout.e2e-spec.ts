import { migrate } from '../../../src/platform/database/migrate';
import { assertFormsOnWorkers } from '../../../src/platform/database/worker-forms';
import { layOutAsOnCitus, runFile, runSql, setForRole } from '../../support/citus';
import { openDataSource } from '../../support/data-source';
import type { TestDatabase } from '../../support/database';
import { createDatabase } from '../../support/database';
import { TestService } from '../../support/service';
import { tableContents } from '../../support/table-contents';

const DATES = ['2026-12-07', '2026-12-08'];

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

async function contentsOf(url: string): Promise<Record<string, string>> {
  const dataSource = await openDataSource(url);
  try {
    return await tableContents(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

describe('the layout for Citus', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase({ migrated: false });
    await migrate(database.url);
  });
  afterEach(() => database.drop());

  it('The layout drops the foreign keys that distributed tables must not have, and can be reverted', async () => {
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
  });

  it('The service does not use workers that read and write values in other forms', async () => {
    const check = async () => {
      const dataSource = await openDataSource(database.url);
      await assertFormsOnWorkers(dataSource).finally(() => dataSource.destroy());
    };
    const role = `ALTER ROLE CURRENT_USER IN DATABASE ${new URL(database.url).pathname.slice(1)}`;
    await layOutAsOnCitus(database.url);
    await check();
    await runSql(database.url, `${role} SET datestyle = 'SQL, DMY'`);
    await expect(check()).rejects.toThrow(
      /^On the Citus worker \S+:\d+, datestyle is "SQL, DMY" for this role, and not "ISO, YMD"/,
    );
    await setForRole(database.url);
    await check();
  });

  it('All rows stay when a database gets the layout, and when the layout is reverted', async () => {
    const rooms: { room: string; plan: string }[] = [];
    /** Pushes to new rooms, and to the rooms of earlier calls, through a new instance. */
    const push = async (price: number) => {
      const service = await TestService.start({ database: { ...database, drop: async () => {} } });
      for (let n = 0; n < 8; n++) {
        const room = await service.records.room();
        rooms.push({ room, plan: await service.records.ratePlan(room) });
      }
      for (const { room, plan } of rooms) {
        const dated = DATES.map((date) => ({ date, price, inventoryNumber: price }));
        expect((await service.pushInventory(room, dated)).status).toBe(200);
        expect((await service.pushPrices(room, plan, dated)).status).toBe(200);
      }
      await service.stop();
      return contentsOf(database.url);
    };
    const before = await push(1);
    await layOutAsOnCitus(database.url);
    const { commits_together, ...meanwhile } = await contentsOf(database.url);
    expect(commits_together).toBeDefined();
    expect(meanwhile).toEqual(before);
    const { commits_together: _, ...pushed } = await push(2);
    expect(pushed).not.toEqual(before);
    await runFile(database.url, 'deploy/citus-undo.sql');
    expect(await contentsOf(database.url)).toEqual(pushed);
    await push(3);
  });
});
