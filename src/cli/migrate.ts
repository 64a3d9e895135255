import '../platform/config/check-node';
import { readConfig } from '../platform/config/config';
import { migrate } from '../platform/database/migrate';

/**
 * Brings the schema up to date and ends, under DATABASE_URL's role. The service can then run under another one that
 * may not change the schema, and a wrong setting is told before the service is started.
 */
async function run(): Promise<void> {
  const { DATABASE_URL: url } = readConfig();
  if (!url) throw new Error('Set DATABASE_URL: the embedded PostgreSQL is migrated by the service itself');
  await migrate(url);
  console.log('The schema is up to date');
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
