/** Unit and property tests that need no database. Stryker runs them against each mutant, with Jest's own runner. */
export default {
  rootDir: '..',
  roots: ['<rootDir>/test'],
  testMatch: ['**/test/{unit,property}/**/*.spec.ts'],
  testPathIgnorePatterns: [
    'derivation-forest.spec.ts',
    'test/property/(model|undo).spec.ts',
    'benchmark.spec.ts',
    'distributed-statements.spec.ts',
  ],
  transform: { '\\.ts$': '<rootDir>/test/support/typescript-transform.cjs' },
  testTimeout: 30_000,
  watchman: false,
};
