import tests from '../jest.config.mjs';

/** Tests how the built service and the embedded database start, stop and share, as processes: `npm run test:process`. */
export default {
  ...tests,
  rootDir: '../..',
  testMatch: ['**/test/process/**/*.process-spec.js'],
  testTimeout: 60_000,
  // The tests wait for processes, which must not wait for those of another file.
  maxWorkers: 1,
};
