import tests from '../jest.config.mjs';

const SUPPORT = '<rootDir>/dist-test/test/support';

/** Tests in a real browser: `npm run test:browser`. They start the built service, with its own database. */
export default {
  ...tests,
  rootDir: '../..',
  testMatch: ['**/test/browser/**/*spec.js'],
  globalSetup: `${SUPPORT}/pass-on-options.js`,
  globalTeardown: undefined,
  testTimeout: 120_000,
  // Each file has its own browser, service and database.
  maxWorkers: 2,
};
