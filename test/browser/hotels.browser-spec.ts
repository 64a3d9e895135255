import { readFile } from 'node:fs/promises';
import { AdminPage, day } from './admin-page';
import type { DemoRoom } from './hotels-demo';
import { SILENT_HOTEL, fillHotels } from './hotels-demo';
import { useBrowser } from './use-browser';
import { until } from '../support/until';

/** An administrator of six hotels uses the page. No mail can be delivered. */
describe('the page with many hotels', () => {
  const running = useBrowser({ DEMO_DATA: 'false', SMTP_URL: 'smtp://127.0.0.1:9' });
  let app: AdminPage;
  let rooms: DemoRoom[];
  let wrongPush: string;

  beforeAll(async () => {
    ({ rooms, wrongPush } = await fillHotels(running.service));
    // The page counts a mail only after its first attempt, and reads the mails again only after 30 s.
    await until(async () => {
      const answer = await running.service.call('/admin/notifications');
      const { items } = (await answer.json()) as { items: { attempts: number }[] };
      return items.filter(({ attempts }) => attempts > 0).length >= 2;
    });
  });
  beforeEach(async () => {
    app = await AdminPage.openSignedIn(running.browser, running.service.url);
  });
  afterEach(async () => {
    expect(app.complaints).toEqual([]);
    await app.close();
  });

  const room = (hotel: string, name: string) =>
    rooms.find((one) => one.hotel === hotel && one.name === name)!;
  const push = async ({ id, flexible }: DemoRoom, price: number, days: number[], plan = flexible) => {
    const body = JSON.stringify(days.map((offset) => ({ date: day(offset), price })));
    const path = `/updateCalendarPrices?roomId=${id}&ratePlanId=${plan}`;
    const answer = await running.service.call(path, { method: 'POST', body });
    expect(answer.status).toBe(200);
    return answer.headers.get('x-request-id') ?? '';
  };
  const momentOf = async (requestId: string) => {
    const answer = await running.service.call(`/admin/journal/${requestId}`);
    return ((await answer.json()) as { appliedAt: string }).appliedAt;
  };

  it('The page begins with what is wrong, hotel by hotel', async () => {
    await app.go('/');
    const wrong = app.page.getByRole('list', { name: 'What is wrong' });
    await wrong.getByRole('link', { name: '1 hotel silent' }).waitFor();
    await wrong.getByRole('link', { name: /^\d+ prices held$/ }).waitFor();
    await wrong.getByRole('link', { name: /^\d+ mails not delivered$/ }).waitFor();
    await wrong.getByRole('link', { name: '1 room with a number below 0' }).waitFor();
    const first = app.page.locator('.hotel').first();
    expect(await first.textContent()).toMatch(new RegExp(`${SILENT_HOTEL}.*silent`));
  });

  it('The line about calls without effect leads to their reasons, further down on the page', async () => {
    await app.go('/');
    await app.page.setViewportSize({ width: 1280, height: 400 });
    await app.page.locator('.hotel').first().waitFor();
    const isInView = `(() => {
      const top = document.getElementById('problems')?.getBoundingClientRect().top;
      return top >= 0 && top < innerHeight;
    })()`;
    expect(await app.page.evaluate(isInView)).toBe(false);
    await app.page.getByRole('link', { name: /^\d+ calls without effect in 24 hours$/ }).click();
    await until(() => app.page.evaluate<boolean>(isInView));
    await app.page.getByRole('link', { name: /must be an array/ }).waitFor();
    await app.page.setViewportSize({ width: 390, height: 844 });
    await app.go('/');
    await app.page.getByRole('link', { name: '3 calls without effect', exact: true }).click();
    await app.page.waitForURL(/hotel=Hotel(%20|\+)Bergblick#problems$/);
    // The rooms of the hotel come late, above the reasons.
    await app.page.getByRole('link', { name: 'Garden Room' }).waitFor();
    await app.page.getByRole('link', { name: '3 refused in 7 days' }).waitFor();
    await until(() => app.page.evaluate<boolean>(isInView));
    await app.page.getByRole('link', { name: '3 refused in 7 days' }).click();
    await app.heading('Journal').waitFor();
    await app.page.waitForURL(/hotel=Hotel(%20|\+)Bergblick&.*outcome=refused/);
  });

  it('The overview of a hotel links to its mails that were not delivered', async () => {
    await app.go('/?hotel=Hotel%20Bergblick');
    await app.page.getByRole('link', { name: /^\d+ mails? not delivered$/ }).waitFor();
  });

  it('A room leads to its calendar, and to no room of the same name in another hotel', async () => {
    await app.go('/');
    await app.button('Rooms of Old Mill').click();
    await app.page.getByRole('link', { name: 'Single Standard', exact: true }).click();
    await app.page.locator(`.row-room[data-row="r${room('Old Mill', 'Single Standard').id}"]`).waitFor();
    expect(await app.page.locator('.row-room').count()).toBe(1);
  });

  it('The calendar and the view opened after it show only the chosen hotel', async () => {
    await app.go('/calendar');
    const picker = app.page.getByRole('combobox', { name: 'Hotel' });
    await picker.fill('tor');
    await app.page.getByRole('option', { name: /^Stadthotel am Tor/ }).click();
    await app.page.waitForURL(/hotel=Stadthotel/);
    await app.page.getByText('4 rooms').waitFor();
    await app.view('Rate plans');
    await app.page.getByRole('heading', { name: 'Stadthotel am Tor' }).waitFor();
    expect(await app.page.getByRole('heading', { level: 2 }).count()).toBe(1);
  });

  it('A room that was never pushed keeps its name on a narrow screen', async () => {
    await app.page.setViewportSize({ width: 390, height: 844 });
    await app.go(`/calendar?hotel=${SILENT_HOTEL}`);
    const name = app.page.locator('.row-room .row-name').first();
    await name.waitFor({ state: 'attached' });
    expect((await name.boundingBox())?.width).toBeGreaterThan(40);
  });

  it('A person jumps to a room by its name', async () => {
    await app.go('/');
    await app.heading('Feed health').waitFor();
    await app.page.keyboard.press('Control+k');
    await app.page.getByRole('dialog').getByRole('combobox').fill('anker triple');
    await app.page.getByRole('option', { name: /^Seehotel Anker · Triple \d/ }).click();
    await app.page.locator(`.row-room[data-row="r${room('Seehotel Anker', 'Triple').id}"]`).waitFor();
    expect(await app.page.locator('.row-room').count()).toBe(1);
  });

  it('Enter waits for the matches of the typed name', async () => {
    await app.go('/calendar');
    const picker = app.page.getByRole('combobox', { name: 'Hotel' });
    await picker.fill('sonne');
    await app.page.getByRole('option', { name: /^Gasthof Sonne/ }).waitFor();
    await picker.fill('linde');
    await picker.press('Enter');
    await app.page.waitForURL(/hotel=Pension/);
  });

  it('Feed health leads to the calls that change a price by more than usual, and the journal marks them', async () => {
    await app.go('/?hotel=Hotel+Bergblick');
    await app.page.getByRole('link', { name: /large price changes? in 24 hours$/ }).click();
    await app.heading('Journal').waitFor();
    const marked = app.page.locator('td.number .badge', { hasText: '→ 7.30' });
    expect(await marked.textContent()).toMatch(/^\d+\.00 → 7\.30 \(up to -9\d%\)$/);
    expect(await app.page.locator('tbody tr').count()).toBe(
      await app.page.locator('td.number .badge').count(),
    );
  });

  it('The calendar marks the prices that a push has changed by more than usual', async () => {
    await app.go('/calendar?hotel=Hotel+Bergblick');
    const { flexible } = room('Hotel Bergblick', 'Single Standard');
    const cell = app.page.locator(`.row[data-row="${flexible}"] .cell.large-change`);
    await cell.first().waitFor();
    expect(await cell.count()).toBe(19);
    expect(await cell.first().textContent()).toMatch(/^7\.30$/);
    expect(await cell.first().getAttribute('data-tag')).toMatch(/^was \d+\.00$/);
  });

  it('Feed health shows the pushes of each hour as bars and as numbers', async () => {
    await app.go('/');
    await app.page.getByRole('img', { name: /^Pushes by hour: at most \d/ }).waitFor();
    await app.page.getByText('The numbers').click();
    const table = app.page.getByRole('region', { name: 'Pushes by hour' });
    expect(await table.getByRole('row').count()).toBe(25);
    expect(await app.findings()).toEqual([]);
  });

  it('The list of held prices shows the hotel, room, rate plan and change, and the dialog names the rate plan', async () => {
    await app.go('/');
    await app.view('Held prices');
    const row = app.page.getByRole('row', { name: /Hotel Bergblick · Double Standard · Flexible/ }).first();
    expect(await row.textContent()).toMatch(/-9\d%/);
    await row.getByRole('button', { name: /^Release/ }).click();
    await app.page.getByRole('dialog').getByText('Hotel Bergblick · Double Standard · Flexible').waitFor();
  });

  it('A calendar of the past opens the story of a price as of the same moment', async () => {
    const mill = room('Old Mill', 'Double Standard');
    const at = await momentOf(await push(mill, 47.3, [15]));
    await push(mill, 85, [15]);
    await app.go(
      `/calendar?hotel=Old%20Mill&from=${day(10)}&days=14&at=${at}&cell=${mill.flexible},${day(15)}`,
    );
    const story = app.story(`Flexible, ${day(15)}`);
    await story.locator('.price', { hasText: '47.30 EUR' }).waitFor();
    await story.getByText('Now it is 85.00 EUR').waitFor();
    await app.page.getByRole('gridcell', { name: `Flexible, ${day(15)}: 47.30 EUR, now 85.00` }).waitFor();
  });

  it('The page shows no calendar of a moment before the known past, and says when the known past begins', async () => {
    await app.go('/calendar?days=14');
    await app.page.getByRole('gridcell').first().waitFor();
    await app.page.getByLabel('As of').selectOption('yesterday 18:00');
    await app.page.getByText(/^The past is known since \d+ \w+ \d{4}, \d\d:\d\d:\d\d$/).waitFor();
    await app.page.getByText(/^The calendar as of .* cannot be shown\./).waitFor();
    expect(await app.page.getByRole('grid').count()).toBe(0);
    await app.button('Back to now').click();
    await app.page.getByRole('gridcell').first().waitFor();
  });

  it('If the next month cannot be loaded, the heading of the calendar names the month that is shown', async () => {
    await app.go(`/calendar?from=2027-01-01`);
    await app.page.getByRole('grid', { name: 'Calendar from 2027-01-01' }).waitFor();
    await app.page.route('**/admin/calendar?*', (route) => route.abort());
    await app.button('Next').click();
    await app.page.getByText(/could not be loaded/).waitFor();
    await app.heading('January 2027').waitFor();
    await app.page.unroute('**/admin/calendar?*');
    await app.heading('February 2027').waitFor();
    await app.page.getByText(/could not be loaded/).waitFor({ state: 'detached' });
  });

  it('The calendar says when it is no longer live, and continues by itself', async () => {
    await app.go('/calendar?days=14');
    await app.page.getByRole('gridcell').first().waitFor();
    await app.page.context().setOffline(true);
    await app.page.getByText(/There has been no connection to the service since/).waitFor();
    await app.page.context().setOffline(false);
    await app.page.getByText(/There has been no connection/).waitFor({ state: 'detached' });
  });

  it('The journal appears by itself when the service is back', async () => {
    await app.go('/');
    await app.page.route('**/admin/journal*', (route) => route.abort());
    await app.view('Journal');
    await app.page.getByText('The service cannot be reached.').waitFor();
    await app.page.unroute('**/admin/journal*');
    await app.page
      .getByRole('row', { name: /Hotel Bergblick · Single Standard · Flexible/ })
      .first()
      .waitFor();
    await app.page.getByText('The service cannot be reached.').waitFor({ state: 'detached' });
  });

  it('A held price can be released in its story', async () => {
    const { flexible } = room('Hotel Bergblick', 'Double Superior');
    await app.go(`/calendar?hotel=Hotel%20Bergblick&cell=${flexible},${day(5)}`);
    const story = app.story(`Flexible, ${day(5)}`);
    await story.getByText('The old price stays on sale.').waitFor();
    await story.getByRole('button', { name: 'Release 1,900.00' }).click();
    await story.locator('.price', { hasText: '1,900.00 EUR' }).waitFor();
  });

  it('The story of an overridden price says what the rule gives, and leads to the parent plan', async () => {
    const twin = room('Hotel Bergblick', 'Twin');
    await app.go(`/calendar?hotel=Hotel%20Bergblick&cell=${twin.id}01,${day(3)}`);
    const story = app.story(`Flexible with breakfast, ${day(3)}`);
    await story.getByText(/The rule gives 1\d7\.00 EUR/).waitFor();
    await story.getByRole('button', { name: 'Undo this push (2 cells) …' }).waitFor();
    await story.getByRole('link', { name: 'Twin · Flexible' }).click();
    await app.story(`Flexible, ${day(3)}`).waitFor();
  });

  it('An overridden price can be returned to its rule in its story', async () => {
    const twin = room('Old Mill', 'Twin');
    const plan = `${twin.id}01`;
    await push(twin, 100, [20]);
    await push(twin, 45, [20], plan);
    await app.go(`/calendar?hotel=Old%20Mill&from=${day(14)}&days=14&cell=${plan},${day(20)}`);
    const story = app.story(`Flexible with breakfast, ${day(20)}`);
    const back = story.getByRole('button', { name: /^Back to the rule \(1\d\d\.00\) …$/ });
    const words = (await back.textContent()) ?? '';
    const byRule = /\((.*)\)/.exec(words)?.[1] ?? '';
    await back.click();
    const dialog = app.page.getByRole('dialog', { name: 'Back to the rule' });
    await dialog.getByText(`45.00 → ${byRule} EUR`).waitFor();
    expect(await app.findings()).toEqual([]);
    await dialog.getByRole('button', { name: `Back to ${byRule}` }).click();
    await story.locator('.price', { hasText: `${byRule} EUR` }).waitFor();
    await story.getByText('derived', { exact: true }).waitFor();
    await story
      .getByText(/recalculated by the rule/)
      .first()
      .waitFor();
    expect(await back.count()).toBe(0);
    await story.getByRole('button', { name: 'Undo this recalculation (1 cell) …' }).waitFor();
  });

  it('The story of rooms left says who set them, when, and what was before', async () => {
    const { id } = room('Old Mill', 'Twin');
    const earlier = Array.from({ length: 50 }, (_, index) => 5 + (index % 2));
    for (const inventoryNumber of [...earlier, 4, 0]) {
      const body = JSON.stringify([{ date: day(30), inventoryNumber }]);
      await running.service.call(`/updateCalendarInventory?roomId=${id}`, { method: 'POST', body });
    }
    await app.go(`/calendar?hotel=Old%20Mill&from=${day(28)}&days=14&search=Twin`);
    await app.page.getByRole('gridcell', { name: `Twin, ${day(30)}: 0 rooms left` }).click();
    const story = app.story(`rooms left, Twin, ${day(30)}`);
    await story.getByText(/^Set to 0 on .* by bootstrap; before that 4\.$/).waitFor();
    expect(await story.getByRole('listitem').count()).toBe(50);
    await story.getByRole('button', { name: 'Older' }).click();
    await story.getByRole('button', { name: 'Older' }).waitFor({ state: 'detached' });
    expect(await story.getByRole('listitem').count()).toBeGreaterThanOrEqual(52);
  });

  it('The list of refused calls says why each was refused', async () => {
    await app.go('/');
    await app.view('Journal');
    await app.button('Refused').click();
    await app.page.getByRole('row', { name: /Hotel Bergblick .* refused .*must be an array/ }).waitFor();
    expect(await app.findings()).toEqual([]);
  });

  it('The view of two years shows missing and wrong prices, and a press on a cell opens its night', async () => {
    const linde = room('Pension Linde', 'Twin');
    await push(linde, 730, [50]);
    await app.go('/two-years?hotel=Pension+Linde');
    await app.page.getByText('The picture in numbers').waitFor();
    const row = app.page.getByRole('row', { name: /^Twin · Flexible / });
    await row.getByRole('link', { name: '730.00' }).waitFor();
    expect(await app.findings()).toEqual([]);
    await row.getByRole('link', { name: '730.00' }).click();
    await app.page.waitForURL(new RegExp(`from=${day(50)}`));
    await app.page.getByRole('complementary', { name: `Story of Flexible, ${day(50)}` }).waitFor();
    await app.page.goBack();
    const picture = app.page.getByRole('img', { name: /^The nights of Twin;/ });
    await picture.waitFor();
    const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 0 };
    // The second line is the first plan, and night 51 since yesterday is the 50th since today.
    await picture.click({ position: { x: (51.5 / 732) * width, y: (1.5 / 2) * height } });
    await app.page.waitForURL(/calendar\?.*cell=/);
  });

  it('The page shows the old and new prices of a push, and offers no second undo of an undone push', async () => {
    const linde = room('Pension Linde', 'Twin');
    await push(linde, 45, [40, 41]);
    const wrong = await push(linde, 7.3, [40, 41]);
    await app.go(`/journal/${wrong}`);
    await app.page.getByText(/45\.00 → 7\.30 \(up to -84%\)/).waitFor();
    await app.page
      .getByRole('row', { name: /45\.00 7\.30 -84% applied/ })
      .first()
      .waitFor();
    await app.button('Undo …').click();
    const dialog = app.page.getByRole('dialog', { name: 'Undo' });
    await dialog.getByText('Pension Linde · Twin · Flexible').first().waitFor();
    await dialog.getByRole('button', { name: 'Undo 2 cells' }).click();
    await dialog.getByText('2 cells went back').waitFor();
    expect(await dialog.getByText('Loading').count()).toBe(0);
    // The focus is on the button that closes the dialog.
    await app.page.keyboard.press('Enter');
    await app.page.getByText('This has been undone:').waitFor();
    await app.button('Undo …').waitFor({ state: 'detached' });
    await app.view('Journal');
    await app.page.getByRole('row', { name: /Pension Linde · Twin · Flexible .* undone/ }).waitFor();
  });

  it('The focus returns to the button that opened a dialog', async () => {
    await app.go(`/journal/${wrongPush}`);
    await app.button('Undo …').click();
    await app.page.getByRole('dialog').waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('dialog').waitFor({ state: 'detached' });
    await app.page.waitForFunction(`document.activeElement.textContent === 'Undo …'`);
  });

  it('The page asks before it discards an unsaved plan', async () => {
    await app.go(`/rate-plans?plan=${room('Old Mill', 'Twin').flexible}`);
    await app.page.getByLabel('Name').fill('Another name');
    await app.page.keyboard.press('Escape');
    await app.page.getByText('Your changes of the rate plan are not saved.').waitFor();
    await app.page.keyboard.press('Escape');
    expect(await app.page.getByLabel('Name').inputValue()).toBe('Another name');
    await app.page.getByLabel('Name').focus();
    await app.page.keyboard.press('Escape');
    await app.button('Close and lose it').click();
    await app.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('A token is created for an existing hotel, and copied even if the browser has no clipboard', async () => {
    await app.page.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
    await app.go('/tokens');
    await app.button('Create a token').click();
    await app.page.getByLabel('Name').fill('Mill');
    const hotel = app.page.getByRole('combobox', { name: 'Add a hotel' });
    await hotel.fill('The Old Mil');
    await app.page.getByText('No name contains all of these words.').waitFor();
    await hotel.fill('Old Mil');
    await app.page.getByRole('option', { name: /^Old Mill/ }).click();
    await app.button('Create').click();
    await app.page.getByRole('dialog', { name: 'The new token' }).waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.getByText('The token has not been copied, and is never shown again.').waitFor();
    await app.button('Keep it open').click();
    await app.button('Close without a copy').waitFor();
    await app.button('Copy').click();
    await app.button('Done').waitFor();
    await app.page.getByText('Copied', { exact: true }).waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('row', { name: /Mill push Old Mill/ }).waitFor();
  });

  it('A person finds the journal of a room by its name', async () => {
    await app.go('/');
    await app.view('Journal');
    await app.button('Filters').click();
    await app.page.getByRole('combobox', { name: 'Room', exact: true }).fill('linde single');
    await app.page.getByRole('option', { name: /^Pension Linde · Single Standard/ }).click();
    await app.page.waitForURL(new RegExp(`roomId=${room('Pension Linde', 'Single Standard').id}`));
    await app.page
      .getByRole('row', { name: /Hotel Bergblick/ })
      .last()
      .waitFor({ state: 'detached' });
    await app.page
      .getByRole('row', { name: /Pension Linde · Single Standard/ })
      .first()
      .waitFor();
  });

  it('The calendar of a hotel can be saved as a CSV file', async () => {
    await app.go(`/calendar?hotel=Old%20Mill&from=${day(2)}&days=2`);
    await app.page.getByRole('gridcell').first().waitFor();
    const download = app.page.waitForEvent('download');
    await app.button('Export CSV').click();
    const text = await readFile(await (await download).path(), 'utf8');
    const [head, rooms, flexible] = text.split('\r\n');
    const { id } = room('Old Mill', 'Single Standard');
    expect(head).toBe(`\uFEFFHotel,Room,Room id,Rate plan,Rate plan id,Currency,${day(2)},${day(3)}`);
    expect(rooms).toMatch(new RegExp(`^Old Mill,Single Standard,${id},rooms left,,,\\d,\\d$`));
    expect(flexible).toMatch(
      new RegExp(`^Old Mill,Single Standard,${id},Flexible,${id}00,EUR,\\d+\\.00,\\d+\\.00$`),
    );
  });

  it('The page shows when a mail that was not delivered is tried again', async () => {
    await app.go('/');
    await app.view('Mails');
    await app.page
      .getByText(/^not delivered, tried \d+ ×, again at \d\d:\d\d$/)
      .first()
      .waitFor();
  });

  it('The page warns of a room edit with a number below 0', async () => {
    await app.go('/');
    await app.page.getByRole('link', { name: '1 room with a number below 0' }).click();
    await app.page.getByText('A number below 0 cannot be right.').waitFor();
    await app.page.getByRole('link', { name: 'room edits of Family Room' }).click();
    await app.page.getByRole('row', { name: /Room edit Hotel Bergblick · Family Room/ }).waitFor();
  });

  /** Lets the guard of a room's pushed plan hold prices of these days. */
  const holdPrices = async (of: DemoRoom, days: number[]) => {
    const guard = { minimum: '40.00', maximum: null, maxDecreasePercent: null, maxIncreasePercent: null };
    const body = JSON.stringify({ guard });
    await running.service.call(`/admin/ratePlans/${of.flexible}`, { method: 'PATCH', body });
    await push(of, 1, days);
  };

  it('A person discards all held prices, including those that are not loaded yet', async () => {
    const suite = room('Seehotel Anker', 'Triple');
    await holdPrices(
      suite,
      Array.from({ length: 230 }, (_, offset) => offset),
    );
    await app.go(`/held-prices?ratePlanId=${suite.flexible}`);
    await app.button('Discard all').click();
    await app.button('Discard 230 prices').click();
    await app.page.getByText('230 prices were discarded.').waitFor();
    await app.page.getByText('No price is held.').waitFor();
    // The button is gone, and the focus is still in the content.
    await app.page.locator('main:focus').waitFor();
  });

  it('The navigation counts the held prices again after a decision, and not only every half minute', async () => {
    const twin = room('Seehotel Anker', 'Twin');
    await holdPrices(twin, [3]);
    await app.go(`/held-prices?ratePlanId=${twin.flexible}`);
    await app.button('Discard all').click();
    await app.button('Discard 1 price').click();
    await app.page.getByText('1 price was discarded.').waitFor();
    const pause = await until(() =>
      app.page.evaluate<number | null>(`(() => {
        const calls = performance.getEntriesByType('resource');
        const discard = calls.find(({ name }) => name.includes('/heldPrices/discard'));
        const next = calls.find(
          ({ name, startTime }) => name.includes('/admin/properties') && startTime >= discard?.responseEnd);
        return next ? next.startTime - discard.responseEnd : null;
      })()`),
    );
    expect(pause).toBeLessThan(5_000);
  });
});

describe('the page of a platform in another time zone', () => {
  const running = useBrowser({ PLATFORM_TIME_ZONE: 'Pacific/Kiritimati' });

  it('The page shows dates and times in the time zone of the platform, and names the time zone', async () => {
    const app = await AdminPage.openSignedIn(running.browser, running.service.url);
    const days = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' });
    const before = days.format();
    await app.go('/calendar');
    const name = await app.page.getByRole('grid').getAttribute('aria-label');
    // A day may begin meanwhile.
    expect([before, days.format()]).toContain(/^Calendar from (\S+) to/.exec(name ?? '')?.[1]);
    await app.page.getByText('Pacific/Kiritimati time').first().waitFor();
    await app.go(`/calendar?at=2026-11-20T12:00:00Z`);
    expect(await app.page.getByRole('textbox', { name: 'Moment' }).inputValue()).toMatch(/^2026-11-21T02:00/);
    await app.close();
  });
});
