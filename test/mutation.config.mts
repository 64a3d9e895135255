import { defineConfig } from 'vitest/config';
import tests from './vitest.config.mjs';

/** Unit and property tests that need no database: what Stryker runs against each mutant. */
export default defineConfig({
  test: {
    ...tests.test,
    include: ['test/{unit,property}/**/*.spec.ts'],
    exclude: ['**/derivation-forest.spec.ts', 'test/property/{model,undo}.spec.ts', '**/benchmark.spec.ts'],
    globalSetup: [],
  },
});
