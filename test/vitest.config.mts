import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './support/longest-first.mjs';

const TYPESCRIPT_HOOK = './test/support/typescript-hook.cjs';
// For the migration of the database that is cloned.
createRequire(import.meta.url)('./support/typescript-hook.cjs');

/** Unit, property and e2e tests, in one run: `npm test`. */
export default defineConfig({
  test: {
    include: ['test/{unit,property,e2e}/**/*spec.ts'],
    globals: true,
    globalSetup: ['test/support/global-setup.ts'],
    // Files share what a worker has loaded: to load Nest and TypeORM takes longer than most files.
    isolate: false,
    execArgv: ['--require', TYPESCRIPT_HOOK],
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: Math.max(2, availableParallelism()),
  },
});
