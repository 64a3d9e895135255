import { DataSource } from 'typeorm';
import { waitForLock } from './advisory-lock';
import { connectionFailure } from './connection-failure';
import { databaseOptions } from './database.options';

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Brings the schema up to date. TypeORM takes no lock around migrations, so that instances starting together
 * would fail: a transaction on a connection of its own holds one meanwhile. Where nothing is left to do, a role that may
 * only read the list of migrations is enough.
 * @throws Error in one line where the database cannot be reached or refuses the connection
 */
export async function migrate(url: string): Promise<void> {
  const dataSource = new DataSource(databaseOptions(url, 2));
  await dataSource.initialize().catch((error: unknown) => {
    throw connectionFailure(url, error);
  });
  try {
    await dataSource.transaction(async (manager) => {
      await waitForLock(manager, 'migrations');
      await dataSource.runMigrations({ transaction: 'each' });
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    const advice = 'run `node dist/src/cli/migrate.js` first, as the role that owns the tables';
    throw new Error(`The schema is not up to date, and this role may not change it: ${advice}`, {
      cause: error,
    });
  } finally {
    await dataSource.destroy();
  }
}
