/** Measurements: `npm run bench`. One file after the other, so that none disturbs another one. */
module.exports = {
  ...require('../jest.config.cjs'),
  rootDir: '../..',
  testMatch: ['<rootDir>/test/benchmark/**/*bench.ts'],
  globalSetup: '<rootDir>/test/benchmark/global-setup.ts',
  testTimeout: 600_000,
  maxWorkers: 1,
};
