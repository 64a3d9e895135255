import tests from '../jest.config.mjs';

const SUPPORT = '<rootDir>/dist-test/test/fault/support';

/** Tests with real faults: `npm run test:fault`. They start the built service, its databases and poolers themselves. */
export default {
  ...tests,
  rootDir: '../..',
  testMatch: ['**/test/fault/**/*.fault-spec.js'],
  globalSetup: `${SUPPORT}/fault-setup.js`,
  setupFilesAfterEnv: [...tests.setupFilesAfterEnv, `${SUPPORT}/abandon-callers.js`],
  reporters: [`${SUPPORT}/figures-reporter.js`, 'default'],
  testTimeout: 120_000,
  maxWorkers: 1,
};
