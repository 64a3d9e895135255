/** Breaks things for real: `npm run test:fault`. It starts the built service, its databases and poolers itself. */
module.exports = {
  ...require('../jest.config.cjs'),
  rootDir: '../..',
  testMatch: ['<rootDir>/test/fault/**/*.fault-spec.ts'],
  globalTeardown: '<rootDir>/test/fault/support/figures.ts',
  testTimeout: 120_000,
  maxWorkers: 1,
};
