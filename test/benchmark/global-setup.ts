import 'reflect-metadata';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres';
import { createTemplate } from '../support/database';

/** As for the tests, but with the durability of the real thing: synchronous commits that reach the disk. */
export default async function globalSetup(): Promise<void> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'channel-manager-intake-bench-'));
  await chmod(dataDirectory, 0o755); // as root, PostgreSQL runs as another user
  const parameters = { shared_buffers: '1GB', max_wal_size: '4GB' };
  const postgres = await startEmbeddedPostgres({ dataDirectory, parameters });
  process.env['TEST_DATABASE_URL'] = postgres.url;
  globalThis.testPostgres = { stop: () => postgres.stop(), dataDirectory };
  await createTemplate();
}
