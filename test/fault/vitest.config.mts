import { defineConfig } from 'vitest/config';
import tests from '../vitest.config.mjs';

/** Breaks things for real: `npm run test:fault`. It starts the built service, its databases and poolers itself. */
export default defineConfig({
  test: {
    ...tests.test,
    include: ['test/fault/**/*.fault-spec.ts'],
    globalSetup: ['test/support/global-setup.ts', 'test/fault/support/figures.ts'],
    isolate: true,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
});
