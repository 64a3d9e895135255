import type { Browser } from 'playwright-core';
import type { TestDatabase } from '../support/database';
import { createDatabase } from '../support/database';
import { ServiceProcess } from '../support/service-process';
import { countFromToday } from './admin-page';
import { launchChromium } from './chromium';

/** The service of a test file, its database and a Chromium, which run from its first test to its last. */
export interface Running {
  service: ServiceProcess;
  database: TestDatabase;
  browser: Browser;
}

/**
 * Starts all of them before the tests, and stops them after the tests. Call it before anything else starts in the file.
 * @param settings of the service; by default, its database has the demo data
 */
export function useBrowser(settings: Record<string, string> = {}): Running {
  const running: Partial<Running> = {};
  beforeAll(countFromToday);
  beforeEach(countFromToday);
  beforeAll(async () => {
    running.browser = await launchChromium();
    running.database = await createDatabase();
    const ofDatabase = { DATABASE_URL: running.database.url, DEMO_DATA: 'true' };
    running.service = await ServiceProcess.start({ ...ofDatabase, ...settings });
  });
  afterAll(async () => {
    // A failed start leaves some of them undefined.
    await running.browser?.close();
    await running.service?.terminate();
    await running.database?.drop();
  });
  return running as Running;
}
