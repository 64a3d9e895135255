import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres';
import { createTemplate } from './database';

const run = promisify(execFile);

/**
 * Builds the page, starts a PostgreSQL of its own for the tests, or takes the one at TEST_DATABASE_URL, and migrates
 * the database that every test file clones.
 */
export default async function globalSetup(): Promise<void> {
  await run('npm', ['run', 'build:web']);
  if (!process.env['TEST_DATABASE_URL']) {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'channel-manager-intake-test-'));
    await chmod(dataDirectory, 0o755); // as root, PostgreSQL runs as another user
    // Nothing of the tests has to survive a power cut.
    const parameters = {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
    };
    const postgres = await startEmbeddedPostgres({ dataDirectory, parameters });
    process.env['TEST_DATABASE_URL'] = postgres.url;
    globalThis.testPostgres = { stop: () => postgres.stop(), dataDirectory };
  }
  await createTemplate();
}
