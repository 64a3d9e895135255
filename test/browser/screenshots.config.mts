import { defineConfig } from 'vitest/config';
import browser from './vitest.config.mjs';

export default defineConfig({
  test: {
    ...browser.test,
    include: ['test/browser/screenshots.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
