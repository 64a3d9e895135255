import { DataSource } from 'typeorm';
import { databaseOptions } from './database.options';

/** Any number, as long as all instances take the same. */
const MIGRATION_LOCK = 4_207_202_611;

/**
 * Brings the schema up to date. TypeORM takes no lock around migrations, so that instances starting together
 * would fail: a transaction on a connection of its own holds one meanwhile.
 */
export async function migrate(url: string): Promise<void> {
  const dataSource = await new DataSource(databaseOptions(url, 2)).initialize();
  try {
    await dataSource.transaction(async (manager) => {
      await manager.query(`SELECT pg_advisory_xact_lock($1)`, [MIGRATION_LOCK]);
      await dataSource.runMigrations({ transaction: 'each' });
    });
  } finally {
    await dataSource.destroy();
  }
}
