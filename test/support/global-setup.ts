import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createTemplate, dropTemplate, startTestServer } from './database';

const run = promisify(execFile);

/**
 * Builds the page, starts a PostgreSQL of its own for the tests, or takes the one at TEST_DATABASE_URL or the Citus
 * cluster at CITUS_DATABASE_URL, and migrates the database that every test file clones.
 * @returns what to do at the end
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await run('npm', ['run', 'build:web']);
  const isGiven = process.env['TEST_DATABASE_URL'] ?? process.env['CITUS_DATABASE_URL'];
  const server = isGiven ? undefined : await startTestServer();
  await createTemplate();
  return async () => {
    await dropTemplate();
    await server?.stop();
  };
}
