/** Unit and property tests that need no database. Stryker runs them against each mutant, with Jest's own runner. */
export default {
  rootDir: '..',
  // Jest follows imports only through files below these folders. Stryker asks it which tests import a changed file.
  roots: ['<rootDir>/test', '<rootDir>/src'],
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
