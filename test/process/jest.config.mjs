import tests from '../jest.config.mjs';

/** The built service and the embedded database as processes, how they start, stop and share: `npm run test:process`. */
export default {
  ...tests,
  rootDir: '../..',
  testMatch: ['**/test/process/**/*.process-spec.js'],
  testTimeout: 60_000,
};
