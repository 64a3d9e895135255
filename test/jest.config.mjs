import { availableParallelism } from 'node:os';

const SUPPORT = '<rootDir>/dist-test/test/support';

// The dates of tests are those of UTC, on every machine.
process.env.TZ = 'UTC';

/** Unit, property and e2e tests, in one run: `npm test`. They are compiled by test/support/compile.mjs. */
export default {
  rootDir: '..',
  roots: ['<rootDir>/dist-test/test'],
  testMatch: ['**/test/{unit,property,e2e}/**/*spec.js'],
  transform: {},
  // Files share the modules of their worker: loading Nest and TypeORM takes longer than running most files.
  runner: 'jest-light-runner',
  testSequencer: `${SUPPORT}/longest-first.js`,
  globalSetup: `${SUPPORT}/global-setup.js`,
  globalTeardown: `${SUPPORT}/global-teardown.js`,
  setupFilesAfterEnv: [`${SUPPORT}/jest-light-runner.setup.js`, `${SUPPORT}/fixed-seed.js`],
  testTimeout: 30_000,
  // More workers would need more connections than the database has.
  maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
  watchman: false,
};
