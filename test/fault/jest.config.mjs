import tests from '../jest.config.mjs';

const SUPPORT = '<rootDir>/dist-test/test/fault/support';

/** Breaks things for real: `npm run test:fault`. It starts the built service, its databases and poolers itself. */
export default {
  ...tests,
  rootDir: '../..',
  testMatch: ['**/test/fault/**/*.fault-spec.js'],
  globalSetup: `${SUPPORT}/fault-setup.js`,
  reporters: [`${SUPPORT}/figures-reporter.js`, 'default'],
  testTimeout: 120_000,
  maxWorkers: 1,
};
