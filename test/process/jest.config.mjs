import tests from '../jest.config.mjs';

/** Tests how the built service and the embedded database start, stop and share, as processes: `npm run test:process`. */
export default {
  ...tests,
  rootDir: '../..',
  testMatch: ['**/test/process/**/*.process-spec.js'],
  testTimeout: 60_000,
};
