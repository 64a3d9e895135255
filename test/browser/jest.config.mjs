import tests from '../jest.config.mjs';

const SUPPORT = '<rootDir>/dist-test/test/support';

/** In a real browser: `npm run test:browser`. It starts the built service itself, with its own database. */
export default {
  ...tests,
  rootDir: '../..',
  testMatch: ['**/test/browser/**/*spec.js'],
  globalSetup: `${SUPPORT}/pass-on-options.js`,
  globalTeardown: undefined,
  testTimeout: 120_000,
  // Each file has a browser, a service and a database of its own.
  maxWorkers: 2,
};
