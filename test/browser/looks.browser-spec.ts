import { AdminPage, LOOKS, day } from './admin-page';
import { useBrowser } from './use-browser';

/** Every page has no findings of axe in every look. No script is blocked, and no page is wider than its window. */
describe('the page', () => {
  const running = useBrowser();

  beforeAll(async () => {
    const pushed = { 12: 1, 13: 80, 31: 0 };
    for (const [ratePlanId, price] of Object.entries(pushed)) {
      const path = `/updateCalendarPrices?roomId=${ratePlanId === '31' ? 3 : 1}&ratePlanId=${ratePlanId}`;
      await running.service.call(path, { method: 'POST', body: JSON.stringify([{ date: day(3), price }]) });
    }
    for (const [days, inventoryNumber] of [
      [3, 0],
      [90, 2],
    ] as const) {
      const body = JSON.stringify([{ date: day(days), inventoryNumber }]);
      await running.service.call('/updateCalendarInventory?roomId=1', { method: 'POST', body });
    }
    await running.service.call('/updateCalendarPrices?roomId=1&ratePlanId=12', {
      method: 'POST',
      body: '[{}]',
    });
    const limits = {
      '/updateCalendarMinStay?roomId=1&ratePlanId=12': [{ date: day(5), minStay: 3 }],
      '/updateCalendarBlackout?roomId=3': [{ date: day(4), blackoutStatus: true }],
      '/admin/closures': { roomId: '1', from: day(6), to: day(8), reason: 'Water damage' },
    };
    for (const [path, body] of Object.entries(limits))
      await running.service.call(path, { method: 'POST', body: JSON.stringify(body) });
  });

  describe.each(LOOKS)('at $width px, $colorScheme', (look) => {
    let app: AdminPage;
    beforeAll(async () => {
      app = await AdminPage.open(running.browser, running.service.url, look);
    });
    afterAll(() => app.close());
    afterEach(() => expect(app.complaints).toEqual([]));

    it('The page asks for a token', async () => {
      await app.page.getByLabel('Access token').waitFor();
      expect(await app.findings()).toEqual([]);
      await app.signIn();
      await app.heading('Feed health').waitFor();
    });

    // The paths are functions because midnight may come between the declaration of a test and its run.
    it.each<[string, () => string, string]>([
      ['the feed health', () => '/', 'Pension Linde'],
      ['the calendar', () => '/calendar', 'Standard'],
      ['days without records and without prices', () => `/calendar?from=${day(85)}&days=14`, 'Standard'],
      ['two years at a glance', () => '/two-years?hotel=Hotel+Bar', 'The picture in numbers'],
      ['a story', () => `/calendar?days=14&cell=14,${day(3)}`, 'How it is calculated'],
      ['the journal', () => '/journal', 'refused'],
      ['the story of rooms left', () => `/calendar?days=14&cell=r1,${day(3)}`, 'All pushes of rooms left'],
      ['derived plans', () => '/calendar?derived=1', 'Standard'],
      [
        'restrictions and closures',
        () => `/calendar?from=${day(1)}&days=14&cell=12,${day(6)}`,
        'Water damage',
      ],
      [
        'whether a stay can be booked',
        () => `/stays?plan=12&arrival=${day(5)}&departure=${day(7)}`,
        'was closed for sale',
      ],
      ['held prices', () => '/held-prices', 'Held prices'],
      ['rate plans', () => '/rate-plans', 'prices are pushed'],
      ['a rate plan', () => '/rate-plans?plan=13', 'prices change'],
      ['tokens', () => '/tokens', 'valid'],
      ['sandboxes', () => '/sandboxes', 'There are no sandboxes'],
      ['mails', () => '/mails', 'Mails'],
    ])('The page shows %s', async (_, path, text) => {
      await app.go(path());
      await app.page.getByText(text).last().waitFor();
      await app.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      await app.page
        .getByText(/^Loading/)
        .first()
        .waitFor({ state: 'detached' });
      expect(await app.findings()).toEqual([]);
    });

    it('The page shows the calendar of a past moment', async () => {
      await app.go(`/calendar?at=${new Date().toISOString()}`);
      await app.page.getByText('Room and rate plan').last().waitFor();
      expect(await app.findings()).toEqual([]);
    });

    it('The page shows the dialogs that open and close dates', async () => {
      const dialog = (name: string) => app.page.getByRole('dialog', { name });
      await app.go(`/calendar?from=${day(1)}&days=14&cell=12,${day(6)}`);
      await app.page.getByRole('button', { name: /^Open / }).click();
      await dialog('Open for sale').getByText('Hotel Bar · Double').waitFor();
      expect(await app.findings()).toEqual([]);
      await app.go(`/calendar?from=${day(1)}&days=14&cell=12,${day(9)}`);
      await app.button('Close for sale …').click();
      await dialog('Close for sale')
        .getByLabel(/^Also the 3 rate plans/)
        .check();
      await dialog('Close for sale').getByText('Suite, 80 % above the Double').waitFor();
      expect(await app.findings()).toEqual([]);
    });

    it('The page shows an entry of the journal', async () => {
      await app.go('/journal?outcome=refused');
      await app.page.locator('tbody').getByRole('link').first().click();
      await app.heading('Prices').waitFor();
      await app.page.getByText('Beginning of the body').waitFor();
      expect(await app.findings()).toEqual([]);
    });
  });
});
