import type { Browser, CDPSession } from 'playwright-core';
import { ServiceProcess } from '../support/service-process';
import { AdminPage, day } from './admin-page';
import { launchChromium } from './chromium';

const ROOMS = 60;
const ROOMS_A_PAGE = 30;
const DERIVED_PLANS = 10;
const DAYS = 62;
const CLOSURES = 1_000;
/** With the rows of the derived plans. */
const CALENDAR = '/calendar?derived=1';
const MAX_SCROLL_MS = 30_000;
const MONTH_CHANGES = 100;
const WARM_UP = 10;

/** The ms from the end of the answer until the rooms in view have their cells, and until all rooms have them. */
const DRAWN = `new Promise((resolve) => {
  let inView;
  const sinceAnswer = () => {
    const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/admin/calendar'));
    return performance.now() - answers.filter(({ responseEnd }) => responseEnd > 0).at(-1).responseEnd;
  };
  const look = () => {
    const label = document.querySelector('[role=grid]')?.getAttribute('aria-label') ?? window.before;
    if (label === window.before) return requestAnimationFrame(look);
    const from = label.split(' ')[2];
    const rooms = [...document.querySelectorAll('.row-room')];
    const isDrawn = (room) => room.querySelector('.cell').getAttribute('aria-label').includes(from);
    requestAnimationFrame(() => setTimeout(() => {
      inView ??= sinceAnswer();
      if (rooms.length < ${ROOMS_A_PAGE} || !rooms.every(isDrawn)) return look();
      window.before = label;
      resolve({ inView, whole: sinceAnswer() });
    }));
  };
  look();
})`;

/**
 * Scrolls evenly, 24 px a frame (three rooms a second), until the second page of rooms has been drawn and scrolled
 * through. The browser gives the time of each frame to `requestAnimationFrame`. A frame is lost if the next one begins
 * 16.7 ms late, because the main thread or the drawing is busy. A delay of less than half a frame does not count.
 * @returns the times of the frames
 */
const scroll = (rooms: number) => `new Promise((resolve) => {
  const scroller = document.querySelector('.scroller');
  const times = [];
  const step = (time) => {
    times.push(time);
    scroller.scrollTop += 24;
    const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2;
    const isOver = isAtEnd && document.querySelectorAll('.row-room').length >= ${rooms};
    if (isOver || time - times[0] > ${MAX_SCROLL_MS}) return resolve(times);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

/** Pages that show the frames lost by the machine itself: an empty one, and a table with as many cells. */
const BARE: Record<string, string> = {
  'an empty page': '<div style="height: 28000px"></div>',
  'a plain table': `<table>${`<tr>${'<td>100.00</td>'.repeat(32)}</tr>`.repeat(ROOMS * (DERIVED_PLANS + 2))}</table>`,
};

/** Measures the calendar page with many rooms: `npm run bench:page`. The figures are in docs/performance.md. */
describe('the speed of the calendar page with 1,000 closures', () => {
  let service: ServiceProcess;
  let browser: Browser;
  let app: AdminPage;
  let devTools: CDPSession;

  const create = async (path: string, body: object) => {
    const answer = await service.call(path, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
  };

  beforeAll(async () => {
    browser = await launchChromium();
    service = await ServiceProcess.start({ DEMO_DATA: 'false' });
    for (let room = 1; room <= ROOMS; room++) {
      await create('/admin/rooms', { id: `${room}`, name: `Room ${room}`, propertyName: 'Castle' });
      const base = `${room}00`;
      await create(`/admin/rooms/${room}/ratePlans`, { id: base, name: 'Flexible', currency: 'EUR' });
      for (let plan = 1; plan <= DERIVED_PLANS; plan++) {
        const derivation = { from: base, steps: [{ percent: `-${plan}` }] };
        await create(`/admin/rooms/${room}/ratePlans`, {
          id: `${Number(base) + plan}`,
          name: `${plan} % off`,
          derivation,
        });
      }
      const prices = Array.from({ length: DAYS }, (_, index) => ({
        date: day(index),
        price: 100 + (index % 9),
      }));
      await create(`/updateCalendarPrices?roomId=${room}&ratePlanId=${base}`, prices);
    }
    for (let closure = 0; closure < CLOSURES; closure++) {
      const [from, to] = [day(closure % DAYS), day((closure % DAYS) + 1)];
      await create('/admin/closures', { roomId: `${1 + (closure % ROOMS)}`, from, to, reason: 'Renovation' });
    }
    app = await AdminPage.open(browser, service.url);
    devTools = await app.page.context().newCDPSession(app.page);
    await app.signIn();
    await app.heading('Feed health').waitFor();
  });
  afterAll(async () => {
    await (browser as Browser | undefined)?.close();
    await (service as ServiceProcess | undefined)?.terminate();
  });

  it('The page draws a month of 30 rooms within 300 ms of the answer', async () => {
    const times: { inView: number; whole: number }[] = [];
    for (let round = 0; round < 5; round++) {
      await app.go(CALENDAR);
      times.push(await app.page.evaluate<{ inView: number; whole: number }>(DRAWN));
    }
    const inView = times.map((time) => Math.round(time.inView));
    const whole = times.map((time) => Math.round(time.whole));
    console.log(`Drawn within ms of the answer: in view ${inView.join(', ')}; all ${whole.join(', ')}`);
    expect(median(whole)).toBeLessThan(300);
  });

  it('The page loses at most 5 % of the frames while it scrolls to the next page of rooms', async () => {
    const shares: number[] = [];
    for (let round = 0; round < 3; round++) {
      await app.go(CALENDAR);
      await app.page.evaluate(DRAWN);
      shares.push(lostShare(await app.page.evaluate<number[]>(scroll(ROOMS))));
    }
    console.log(`Lost frames: ${shares.map(percent).join(', ')}`);
    for (const [name, content] of Object.entries(BARE)) {
      const bare = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await bare.setContent(`<div class="scroller" style="height: 600px; overflow: auto">${content}</div>`);
      console.log(`Lost on ${name}: ${percent(lostShare(await bare.evaluate<number[]>(scroll(0))))}`);
      await bare.close();
    }
    expect(median(shares)).toBeLessThanOrEqual(0.05);
  }, 300_000);

  it.each([
    ['with', true],
    ['without', false],
  ])('The page shows a push within 3 s, %s the stream of changes', async (_, hasStream) => {
    if (!hasStream) await app.page.route('**/changes/stream*', (route) => route.abort());
    await app.go(CALENDAR);
    await app.page.evaluate(DRAWN);
    const times: number[] = [];
    for (let price = 201; price <= 210; price++) {
      await create('/updateCalendarPrices?roomId=1&ratePlanId=100', [{ date: day(2), price }]);
      const start = performance.now();
      await app.cell(`Flexible, ${day(2)}: ${price}.00 EUR`).waitFor();
      times.push(Math.round(performance.now() - start));
    }
    await app.page.unroute('**/changes/stream*');
    console.log(`Shown after ms: ${times.join(', ')}`);
    expect(Math.max(...times)).toBeLessThan(3_000);
  });

  it('The page needs no more memory after 100 changes of the month', async () => {
    await app.go(CALENDAR);
    await app.page.evaluate(DRAWN);
    const turn = async (count: number) => {
      for (let change = 0; change < count; change++) {
        await app.page
          .getByRole('button', { name: change % 2 === 0 ? 'Next' : 'Previous', exact: true })
          .click();
        await app.page.evaluate(DRAWN);
      }
      await devTools.send('HeapProfiler.collectGarbage');
      const { usedSize } = (await devTools.send('Runtime.getHeapUsage')) as { usedSize: number };
      const { nodes } = (await devTools.send('Memory.getDOMCounters')) as { nodes: number };
      return { mebibytes: usedSize / 1024 ** 2, nodes };
    };
    const before = await turn(WARM_UP);
    const after = await turn(MONTH_CHANGES);
    console.log(`Memory: ${JSON.stringify(before)}, after ${MONTH_CHANGES} changes ${JSON.stringify(after)}`);
    expect(after.mebibytes).toBeLessThan(before.mebibytes * 1.1);
    expect(after.nodes).toBeLessThan(before.nodes * 1.1);
  }, 300_000);
});

/** @param times of the frames in ms @returns the share of the possible frames that were lost */
function lostShare(times: number[]): number {
  const frames = Math.round(((times.at(-1) ?? NaN) - (times[0] ?? NaN)) / (1000 / 60));
  return Math.max(0, 1 - (times.length - 1) / frames);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
