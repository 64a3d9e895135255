import tests from '../jest.config.mjs';

/** Tests in a real browser: `npm run test:browser`. They start the built service. */
export default {
  ...tests,
  rootDir: '../..',
  testMatch: ['**/test/browser/**/*spec.js'],
  testTimeout: 120_000,
  // Each file has its own browser, service and database.
  maxWorkers: 2,
};
