import type { Page } from 'playwright-core';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOKEN } from '../support/service-process';
import { useBrowser } from './use-browser';
import { SwaggerPage } from './swagger-page';

interface Calendar {
  days: { date: string; prices: { ratePlanId: string; price: string | null }[] }[];
}

/** A person who has never seen the service uses it with the page at `/docs` alone. */
describe('Swagger UI in a browser', () => {
  const running = useBrowser();
  let page: Page;
  let docs: SwaggerPage;

  beforeAll(async () => {
    page = await running.browser.newPage({ viewport: { width: 1280, height: 1000 } });
    docs = new SwaggerPage(page);
  });
  beforeEach(() => docs.open(`${running.service.url}/docs`));

  /** Saves a picture of the page if a step fails. */
  const step = (name: string, walk: () => Promise<void>) =>
    it(name, async () => {
      try {
        await walk();
      } catch (error) {
        const path = join(await mkdtemp(join(tmpdir(), 'channel-manager-intake-page-')), 'page.png');
        await page.screenshot({ path, fullPage: true });
        console.error(`The page as it was when this failed: ${path}`);
        throw error;
      }
    });

  step('Swagger UI gets no data before a token is given', async () => {
    const rooms = await docs.operation('get', '/admin/rooms');
    expect((await rooms.execute()).status).toMatch(/^401/);
    await docs.authorize(TOKEN);
    expect((await rooms.execute()).status).toBe('200');
  });

  step('A person gets from a new room to a derived price', async () => {
    await docs.authorize(TOKEN);
    const createRoom = await docs.operation('post', '/admin/rooms');
    const room = await createRoom.executeForJson<{ id: string }>('201');

    const createPlan = await docs.operation('post', '/admin/rooms/{roomId}/ratePlans');
    await createPlan.fillIn('roomId', room.id);
    const base = await createPlan.executeForJson<{ id: string }>('201');
    await createPlan.chooseExample('10 % below another plan, to the half Euro');
    await createPlan.editBody((body) => body.replace('"from": "12"', `"from": "${base.id}"`));
    const derived = await createPlan.executeForJson<{ id: string; derivation: { from: string } }>('201');
    expect(derived.derivation.from).toBe(base.id);

    const pushPrices = await docs.operation('post', '/updateCalendarPrices');
    await pushPrices.fillIn('roomId', room.id);
    await pushPrices.fillIn('ratePlanId', base.id);
    const answer = await pushPrices.execute();
    expect(answer).toEqual({ status: '200', text: 'Price is successfully updated' });

    const readCalendar = await docs.operation('get', '/admin/rooms/{roomId}/calendar');
    await readCalendar.fillIn('roomId', room.id);
    const { days } = await readCalendar.executeForJson<Calendar>('200');
    expect(days.map(({ prices }) => prices)).toEqual([
      [
        { ratePlanId: base.id, price: '120.50' },
        { ratePlanId: derived.id, price: '108.50' },
      ],
    ]);
  });

  step('Swagger UI forgets the token when it is reloaded', async () => {
    await docs.authorize(TOKEN);
    await docs.reload();
    expect(await docs.isAuthorized()).toBe(false);
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe('{}');
  });
});
