import type { Browser } from 'playwright-core';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceProcess } from '../support/service-process';
import { AdminPage, day } from './admin-page';
import { launchChromium } from './chromium';
import { fillHotels } from './hotels-demo';

const FOLDER = process.env['SCREENSHOTS'] ?? 'coverage/screenshots';
const WIDTHS: Record<number, number> = { 1440: 900, 1280: 800, 390: 844 };
const ONLY = process.env['ONLY'];

/** Takes pictures of every view with many hotels, for people to look at: `npm run screenshots`. */
describe('pictures of every view', () => {
  let service: ServiceProcess;
  let browser: Browser;
  let views: Record<string, string>;

  beforeAll(async () => {
    await mkdir(FOLDER, { recursive: true });
    browser = await launchChromium();
    service = await ServiceProcess.start({
      DEMO_DATA: 'false',
      SMTP_URL: 'smtp://127.0.0.1:9',
      PLATFORM_TIME_ZONE: 'Europe/Berlin',
    });
    const { wrongPush, at } = await fillHotels(service);
    views = {
      health: '/',
      calendar: '/calendar',
      unfolded: '/calendar?hotel=Hotel%20Bergblick&derived=1',
      story: `/calendar?hotel=Hotel%20Bergblick&cell=10000,${day(4)}`,
      held: `/calendar?hotel=Hotel%20Bergblick&cell=10100,${day(6)}`,
      overridden: `/calendar?hotel=Hotel%20Bergblick&cell=10301,${day(3)}`,
      rooms: `/calendar?hotel=Hotel%20Bergblick&cell=r101,${day(4)}`,
      past: `/calendar?at=${at}`,
      limits: '/calendar?hotel=Pension%20Linde',
      'limits-unfolded': '/calendar?hotel=Pension%20Linde&derived=1',
      'limit-story': `/calendar?hotel=Pension%20Linde&cell=12000,${day(6)}`,
      'limit-rooms': `/calendar?hotel=Pension%20Linde&cell=r121,${day(5)}`,
      'two-years': '/two-years?hotel=Hotel%20Bergblick',
      stay: `/stays?plan=12000&arrival=${day(5)}&departure=${day(7)}&adults=5`,
      'stay-yes': `/stays?plan=12000&arrival=${day(20)}&departure=${day(23)}`,
      journal: '/journal',
      entry: `/journal/${wrongPush}`,
      'held-prices': '/held-prices',
      'rate-plans': '/rate-plans?hotel=Old%20Mill',
      plan: '/rate-plans?plan=10301',
      tokens: '/tokens',
      sandboxes: '/sandboxes',
      mails: '/mails',
    };
  });
  afterAll(async () => {
    await browser.close();
    await service.terminate();
  });

  it.each(
    Object.entries(WIDTHS).flatMap(([width, height]) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ width: Number(width), height, colorScheme })),
    ),
  )('Every view is drawn at $width px, $colorScheme', async (look) => {
    const app = await AdminPage.open(browser, service.url, look);
    await app.signIn();
    await app.heading('Feed health').waitFor();
    const name = (view: string) => `${view}-${look.width}-${look.colorScheme}`;
    for (const [view, path] of Object.entries(views)) {
      if (ONLY && !new RegExp(ONLY).test(name(view))) continue;
      await app.go(path);
      await app.page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => undefined);
      await app.page.screenshot({ path: join(FOLDER, `${name(view)}.png`) });
      const found = await app.findings();
      if (found.length > 0) console.log(name(view), found);
    }
    expect(app.complaints).toEqual([]);
    await app.close();
  });
});
