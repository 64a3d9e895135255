import { defineConfig } from 'vitest/config';
import tests from '../vitest.config.mjs';

/** In a real browser: `npm run test:browser`. It starts the built service itself, with its own database. */
export default defineConfig({
  test: {
    ...tests.test,
    include: ['test/browser/**/*spec.ts'],
    globalSetup: [],
    isolate: true,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Each has a browser, a service and a database of its own.
    maxWorkers: 2,
  },
});
