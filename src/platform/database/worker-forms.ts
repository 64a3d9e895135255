import type { DataSource } from 'typeorm';
import { FORMS_OF_VALUES } from './forms-of-values';

/** Whether deploy/citus.sql has run in this database. */
const IS_DISTRIBUTED = `SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('room_availability')`;

const NAMES = Object.keys(FORMS_OF_VALUES)
  .map((name) => `'${name}'`)
  .join();

/** Reads the settings of this role on all workers that answer, by their names in lower case. */
const FORMS_ON_WORKERS = `
  SELECT nodename || ':' || nodeport AS worker, result::json AS settings
    FROM run_command_on_workers($$
      SELECT json_object_agg(lower(name), setting) FROM pg_settings WHERE lower(name) IN (${NAMES})
    $$)
   WHERE success`;

interface WorkerRow {
  worker: string;
  settings: Record<string, string>;
}

/**
 * Checks that the workers of a Citus cluster read and write values in the forms that the service expects. Otherwise, one of
 * them could take a date for another one.
 * @throws Error with the first difference
 */
export async function assertFormsOnWorkers(dataSource: DataSource): Promise<void> {
  if ((await dataSource.query<unknown[]>(IS_DISTRIBUTED)).length === 0) return;
  for (const { worker, settings } of await dataSource.query<WorkerRow[]>(FORMS_ON_WORKERS)) {
    for (const [name, expected] of Object.entries(FORMS_OF_VALUES)) {
      if (settings[name] === expected) continue;
      const found = `On the Citus worker ${worker}, ${name} is "${settings[name]}" for this role, and not "${expected}"`;
      throw new Error(`${found}. Run the ALTER ROLE statements of deploy/citus.sql as this role.`);
    }
  }
}
