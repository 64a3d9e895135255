import faults from './jest.config.mjs';

/** Faults on a Citus cluster, which they start: `npm run test:citus:fault`. They take a quarter of an hour. */
export default { ...faults, testMatch: ['**/test/fault/**/*.citus-spec.js'], testTimeout: 300_000 };
