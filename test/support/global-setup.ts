import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestServer } from './database';
import { createTemplate, dropTemplate, startTestServer } from './database';
import passOnOptions from './pass-on-options';

const run = promisify(execFile);
let server: TestServer | undefined;

/**
 * Builds the page, and migrates the database that every test file clones. The tests use their own PostgreSQL, the one at
 * TEST_DATABASE_URL, or the Citus cluster at CITUS_DATABASE_URL.
 */
export default async function globalSetup(...options: Parameters<typeof passOnOptions>): Promise<void> {
  passOnOptions(...options);
  await run('npm', ['run', 'build:web']);
  const isGiven = process.env['TEST_DATABASE_URL'] ?? process.env['CITUS_DATABASE_URL'];
  if (!isGiven) server = await startTestServer();
  await createTemplate();
}

export async function tearDown(): Promise<void> {
  await dropTemplate();
  await server?.stop();
}
