import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startCitusCluster, whyNoCluster } from './citus-cluster';

const JEST = ['node_modules/jest/bin/jest.js', '--config', 'test/jest.config.mjs', '--runInBand'];

/**
 * `npm run test:citus`: runs the end-to-end tests on the Citus cluster at CITUS_DATABASE_URL, or on a new one. The
 * arguments are those of Jest. The files run one by one, because the feed of changes waits for all transactions of a
 * server.
 */
async function main(): Promise<void> {
  const given = process.env['CITUS_DATABASE_URL'];
  const reason = given ? undefined : await whyNoCluster();
  if (reason) {
    console.warn(`The tests on Citus are skipped: ${reason}.`);
    return;
  }
  const cluster = given ? undefined : await startCitusCluster();
  try {
    const tests = spawn(
      process.execPath,
      [...JEST, ...process.argv.slice(2), '--testPathIgnorePatterns', 'test/(unit|property)/'],
      {
        stdio: 'inherit',
        env: { ...process.env, CITUS_DATABASE_URL: given ?? cluster?.url, TEST_TIMEOUT: '120000' },
      },
    );
    const [code] = (await once(tests, 'exit')) as [number | null];
    process.exitCode = code ?? 1;
  } finally {
    await cluster?.stop();
  }
}

void main();
