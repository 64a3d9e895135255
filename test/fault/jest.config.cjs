/** Faults, load and hostile input, which take their time: `npm run test:fault`. */
module.exports = {
  ...require('../jest.config.cjs'),
  rootDir: '../..',
  testMatch: ['<rootDir>/test/fault/**/*.fault-spec.ts'],
  testTimeout: 120_000,
};
