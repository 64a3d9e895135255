import { Logger } from '@nestjs/common';
import { DataSource, MigrationExecutor } from 'typeorm';
import { waitForLock } from './advisory-lock';
import { connectionFailure, startFailure, wrongEncoding } from './connection-failure';
import { databaseOptions } from './database.options';
import { assertSchemaIsKnown } from './schema-version';

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Brings the schema up to date. TypeORM does not lock migrations, and instances that start together would fail.
 * Therefore a transaction on a separate connection holds a lock during the migrations. If there is nothing to migrate,
 * a role that can only read the list of migrations is sufficient.
 * @throws Error with a one-line message if the database is unreachable, refuses the connection, is not in UTF-8 or has a
 *   newer schema
 */
export async function migrate(url: string): Promise<void> {
  const dataSource = new DataSource(databaseOptions(url, 2));
  await dataSource.initialize().catch((error: unknown) => {
    throw connectionFailure(url, error);
  });
  try {
    await assertUnicode(dataSource, url);
    await dataSource.transaction(async (manager) => {
      await waitForLock(manager, 'migrations');
      await checkVersion(dataSource);
      await dataSource.runMigrations({ transaction: 'each' });
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw startFailure(url, error);
    const advice = 'run `node dist/src/cli/migrate.js` first, as the role that owns the tables';
    throw new Error(`The schema is not up to date, and this role may not change it: ${advice}`, {
      cause: error,
    });
  } finally {
    await dataSource.destroy();
  }
}

async function assertUnicode(dataSource: DataSource, url: string): Promise<void> {
  const [{ encoding }] = await dataSource.query<[{ encoding: string }]>(
    `SELECT current_setting('server_encoding') AS encoding`,
  );
  if (encoding !== 'UTF8') throw wrongEncoding(url, encoding);
}

async function checkVersion(dataSource: DataSource): Promise<void> {
  const applied = await new MigrationExecutor(dataSource).getExecutedMigrations();
  const isNewer = assertSchemaIsKnown(
    dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name),
    applied.map(({ name }) => name),
  );
  if (isNewer)
    new Logger('Schema').warn('The schema belongs to the next release. This release works with it');
}
