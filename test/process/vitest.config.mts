import { defineConfig } from 'vitest/config';
import tests from '../vitest.config.mjs';

/** The built service and the embedded database as processes, how they start, stop and share: `npm run test:process`. */
export default defineConfig({
  test: {
    ...tests.test,
    include: ['test/process/**/*.process-spec.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
