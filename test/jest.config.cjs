/** Unit, property and e2e tests, in one run: `npm test`. */
module.exports = {
  rootDir: '..',
  testMatch: ['<rootDir>/test/{unit,property,e2e}/**/*spec.ts'],
  testEnvironment: 'node',
  modulePathIgnorePatterns: ['<rootDir>/coverage/'], // Stryker's copies of the project
  transform: { '^.+\\.ts$': 'ts-jest' },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testTimeout: 30_000,
  maxWorkers: 2,
};
