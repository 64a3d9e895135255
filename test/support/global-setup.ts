import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createTemplate, startTestServer } from './database';

const run = promisify(execFile);

/**
 * Builds the page, starts a PostgreSQL of its own for the tests, or takes the one at TEST_DATABASE_URL or the Citus
 * cluster at CITUS_DATABASE_URL, and migrates the database that every test file clones.
 */
export default async function globalSetup(): Promise<void> {
  await run('npm', ['run', 'build:web']);
  const isGiven = process.env['TEST_DATABASE_URL'] ?? process.env['CITUS_DATABASE_URL'];
  if (!isGiven) globalThis.testServer = await startTestServer();
  await createTemplate();
}
