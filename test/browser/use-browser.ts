import type { Browser } from 'playwright-core';
import { ServiceProcess } from '../support/service-process';
import { launchChromium } from './chromium';

/** The service of a test file and a Chromium, which run from its first test to its last. */
export interface Running {
  service: ServiceProcess;
  browser: Browser;
}

/**
 * Starts both before the tests, and stops them after the tests. Call it before anything else starts in the file.
 * @param settings of the service
 */
export function useBrowser(settings: Record<string, string> = {}): Running {
  const running: Partial<Running> = {};
  beforeAll(async () => {
    running.browser = await launchChromium();
    running.service = await ServiceProcess.start(settings);
  });
  afterAll(async () => {
    // A failed start leaves one of them undefined.
    await running.browser?.close();
    await running.service?.terminate();
  });
  return running as Running;
}
