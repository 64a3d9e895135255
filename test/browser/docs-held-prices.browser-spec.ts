import type { Browser } from 'playwright-core';
import { ServiceProcess, TOKEN } from '../support/service-process';
import { MailServer } from '../support/smtp';
import { day } from './admin-page';
import { launchChromium } from './chromium';
import { SwaggerPage } from './swagger-page';

const [RELEASED, DISCARDED] = [day(10), day(11)];

interface Held {
  items: { date: string; price: string; held: string; reason: string }[];
}

/** An administrator handles a wrong price with the mail about it and the page at `/docs`. */
describe('a wrong price in Swagger UI', () => {
  let mailServer: MailServer;
  let service: ServiceProcess;
  let browser: Browser;
  let docs: SwaggerPage;

  beforeAll(async () => {
    mailServer = await new MailServer().start();
    service = await ServiceProcess.start({ SMTP_URL: mailServer.url });
    browser = await launchChromium();
    docs = new SwaggerPage(await browser.newPage({ viewport: { width: 1280, height: 1000 } }));
    await docs.open(`${service.url}/docs`);
    await docs.authorize(TOKEN);
  });

  // A failed start leaves some of them undefined.
  afterAll(async () => {
    await (browser as Browser | undefined)?.close();
    await (service as ServiceProcess | undefined)?.terminate();
    await mailServer.stop();
  });

  it('A wrong price is held, reported by mail and released or discarded, and its release is undone', async () => {
    const changePlan = await docs.operation('patch', '/admin/ratePlans/{ratePlanId}');
    await changePlan.fillIn('ratePlanId', '12');
    await changePlan.chooseExample('A guard: pushed prices outside of it are held');
    await changePlan.executeForJson('200');

    const story = await docs.operation('get', '/admin/ratePlans/{ratePlanId}/prices/{date}');
    await story.fillIn('ratePlanId', '12');
    const priceOn = async (date: string) => {
      await story.fillIn('date', date);
      return (await story.executeForJson<{ price: string }>('200')).price;
    };
    const before = { released: await priceOn(RELEASED), discarded: await priceOn(DISCARDED) };

    const push = await docs.operation('post', '/updateCalendarPrices');
    await push.fillIn('roomId', '1');
    await push.fillIn('ratePlanId', '12');
    const wrong = [RELEASED, DISCARDED].map((date) => ({ date, price: 1 }));
    await push.editBody(() => JSON.stringify(wrong));
    expect((await push.execute()).status).toBe('200');

    const mail = await mailServer.mailWith('held');
    expect(mail.text).toContain('/held-prices');

    const list = await docs.operation('get', '/admin/heldPrices');
    await list.fillIn('ratePlanId', '12');
    const held = async () => (await list.executeForJson<Held>('200')).items;
    expect(await held()).toMatchObject([
      { date: RELEASED, price: before.released, held: '1.00' },
      { date: DISCARDED, price: before.discarded, held: '1.00' },
    ]);

    const release = await docs.operation('post', '/admin/heldPrices/release');
    await release.editBody(() => JSON.stringify({ ratePlanId: '12', from: RELEASED, to: RELEASED }));
    await release.executeForJson('200');
    expect(await priceOn(RELEASED)).toBe('1.00');

    const discard = await docs.operation('post', '/admin/heldPrices/discard');
    await discard.editBody(() => JSON.stringify({ ratePlanId: '12', from: DISCARDED, to: DISCARDED }));
    await discard.executeForJson('200');
    expect(await priceOn(DISCARDED)).toBe(before.discarded);
    expect(await held()).toEqual([]);

    const journal = await docs.operation('get', '/admin/journal');
    await journal.fillIn('ratePlanId', '12');
    const { items } = await journal.executeForJson<{ items: { requestId: string; operation: string }[] }>(
      '200',
    );
    const entry = items.find(({ operation }) => operation === 'releaseHeldPrices');

    const undo = await docs.operation('post', '/admin/journal/{requestId}/undo');
    await undo.fillIn('requestId', entry?.requestId ?? '');
    await undo.chooseExample('Only report what would be done');
    expect(await undo.executeForJson('200')).toMatchObject({
      dryRun: true,
      restored: 1,
      records: [{ date: RELEASED, from: '1.00', to: before.released, verdict: 'restored' }],
    });
    expect(await priceOn(RELEASED)).toBe('1.00');
    await undo.chooseExample('Do it');
    expect(await undo.executeForJson('200')).toMatchObject({ dryRun: false, restored: 1 });
    expect(await priceOn(RELEASED)).toBe(before.released);
  });
});
