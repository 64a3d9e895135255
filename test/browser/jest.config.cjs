/** In a real browser: `npm run test:browser`. It starts the built service itself, with its own database. */
module.exports = {
  ...require('../jest.config.cjs'),
  rootDir: '../..',
  testMatch: ['<rootDir>/test/browser/**/*spec.ts'],
  globalSetup: undefined,
  globalTeardown: undefined,
  testTimeout: 120_000,
};
