import { BufferingProxy } from '../support/buffering-proxy';
import { AdminPage, day } from './admin-page';
import { useBrowser } from './use-browser';

/** Enough for some changes, so that the stream comes late and in pieces. */
const BUFFER_BYTES = 1_000;
const PUSHES = 4;

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
    ['holds the stream back until it ends', { bufferBytes: Infinity, heedsHeader: false }],
    ['holds back a kilobyte', { bufferBytes: BUFFER_BYTES, heedsHeader: false }],
    ['obeys the header about buffering', { bufferBytes: Infinity, heedsHeader: true }],
  ])('The calendar shows every push behind a proxy that %s', async (_, options) => {
    await open(options);
    for (let n = 0; n < PUSHES; n++) {
      price++;
      await push();
      await app.cell(`Flexible, ${day(12)}: ${price}.00 EUR`).waitFor();
    }
  });
});
