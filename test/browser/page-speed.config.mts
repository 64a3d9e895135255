import { defineConfig } from 'vitest/config';
import tests from './vitest.config.mjs';

/** How fast the calendar is: `npm run bench:page`. */
export default defineConfig({ test: { ...tests.test, include: ['test/browser/page-speed.ts'] } });
