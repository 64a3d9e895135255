import { BufferingProxy } from '../support/buffering-proxy';
import { AdminPage, day } from './admin-page';
import { useBrowser } from './use-browser';

/** A push is to be seen within 3 s of its answer. */
const SEEN_MS = 3_000;
/** For some changes, so that the stream comes now and then, and late. */
const BUFFER_BYTES = 1_000;
const PUSHES = 12;

describe('the calendar page behind a proxy that buffers', () => {
  const running = useBrowser();
  let proxy: BufferingProxy;
  let app: AdminPage;
  afterEach(async () => {
    await app.close();
    await proxy.stop();
  });

  const open = async (options: { bufferBytes: number; heedsHeader: boolean }) => {
    proxy = await BufferingProxy.start(running.service.url, options);
    app = await AdminPage.open(running.browser, proxy.url);
    await app.signIn();
    await app.heading('Feed health').waitFor();
    await app.go(`/calendar?from=${day(1)}&days=14`);
    await app.cell(`Double, ${day(1)}: 5 rooms left`).waitFor();
  };
  let price = 100;
  const push = async () => {
    const body = JSON.stringify([{ date: day(12), price }]);
    const path = '/updateCalendarPrices?roomId=1&ratePlanId=12';
    const answer = await running.service.call(path, { method: 'POST', body });
    expect(await answer.text()).toBe('Price is successfully updated');
  };

  it.each([
    ['keeps the stream back until it ends', { bufferBytes: Infinity, heedsHeader: false }],
    ['keeps back some kilobytes', { bufferBytes: BUFFER_BYTES, heedsHeader: false }],
    ['heeds what it is told of buffering', { bufferBytes: Infinity, heedsHeader: true }],
  ])('which %s, shows every push within 3 s', async (_, options) => {
    await open(options);
    for (let n = 0; n < PUSHES; n++) {
      price++;
      await push();
      await app.cell(`Flexible, ${day(12)}: ${price}.00 EUR`).waitFor({ timeout: SEEN_MS });
    }
  });
});
