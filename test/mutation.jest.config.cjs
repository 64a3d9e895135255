/** Unit and property tests that need no database: what Stryker runs against each mutant. */
module.exports = {
  ...require('./jest.config.cjs'),
  testMatch: ['<rootDir>/test/{unit,property}/**/*.spec.ts'],
  testPathIgnorePatterns: ['derivation-forest', 'property/(model|undo)', 'benchmark'],
  globalSetup: undefined,
  globalTeardown: undefined,
};
