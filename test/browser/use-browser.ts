import type { Browser } from 'playwright-core';
import { ServiceProcess } from '../support/service-process';
import { launchChromium } from './chromium';

/** The service of a test file, and a Chromium to look at it: there from its first test to its last. */
export interface Running {
  service: ServiceProcess;
  browser: Browser;
}

/**
 * Starts both before the tests, the service with these settings, and ends them after the tests. Call it before anything
 * else is started there.
 */
export function useBrowser(settings: Record<string, string> = {}): Running {
  const running: Partial<Running> = {};
  beforeAll(async () => {
    running.browser = await launchChromium();
    running.service = await ServiceProcess.start(settings);
  });
  afterAll(async () => {
    // A start that has failed leaves one of them undefined.
    await running.browser?.close();
    await running.service?.terminate();
  });
  return running as Running;
}
