import '../platform/config/check-node';
import { readConfig } from '../platform/config/config';
import { migrate } from '../platform/database/migrate';

/**
 * Migrates the schema with the role of DATABASE_URL, and exits. The service can then run with another role that may not
 * change the schema. The command also reports a wrong setting before the service starts.
 */
async function run(): Promise<void> {
  const { DATABASE_URL: url } = readConfig();
  if (!url) throw new Error('Set DATABASE_URL: the service itself migrates the embedded PostgreSQL');
  await migrate(url);
  console.log('The schema is up to date');
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
