import { Client } from 'pg';
import { until } from '../support/until';
import { AdminPage } from './admin-page';
import { useBrowser } from './use-browser';

/** 2,150 rooms of hotels with similar names, and 40 rooms of another hotel. */
const FILL = `
  INSERT INTO room (id, name, property_name)
  SELECT n, (ARRAY['Turmzimmer', 'Doppelzimmer', 'Suite', 'Kammer', 'Turmzimmer Süd'])[1 + n % 5],
         'Hotel Zum ' || (ARRAY['Goldenen', 'Silbernen'])[1 + n % 2] || ' Anker ' || n / 10
    FROM generate_series(1, 2150) AS n
   UNION ALL
  SELECT 9000 + 2 * n, 'Chamber ' || n, 'Castle' FROM generate_series(1, 40) AS n`;

describe('the page with thousands of rooms', () => {
  const running = useBrowser({ DEMO_DATA: 'false' });
  let app: AdminPage;
  beforeAll(async () => {
    const client = new Client(running.database.url);
    await client.connect();
    await client.query(FILL);
    await client.end();
    app = await AdminPage.openSignedIn(running.browser, running.service.url);
  });
  afterEach(() => expect(app.complaints).toEqual([]));

  /** The options of the picker. */
  const options = () => app.page.getByRole('listbox', { name: 'Room' }).getByRole('option');

  it('A picker finds a room by its full name, and says if there are more than it shows', async () => {
    await app.go('/journal');
    await app.button('Filters').click();
    const picker = app.page.getByRole('combobox', { name: 'Room', exact: true });
    await picker.fill('Hotel Zum Goldenen Anker 214 Turmzimmer');
    await options().first().waitFor();
    expect(await options().allTextContents()).toEqual([
      'Hotel Zum Goldenen Anker 214 · Turmzimmer2140',
      'Hotel Zum Goldenen Anker 214 · Turmzimmer Süd2144',
    ]);
    await picker.fill('zum anker');
    await app.page.getByText('The first 50 of more: type more of the name.').waitFor();
    expect(await options().count()).toBe(50);
    expect(await app.findings()).toEqual([]);
    await picker.fill('Goldenen Anker 200 Silbernen');
    await app.page.getByText('No name contains all of these words.').waitFor();
  });

  it('The active option comes into view, also if the person has scrolled an earlier list', async () => {
    await app.go('/journal');
    await app.button('Filters').click();
    const picker = app.page.getByRole('combobox', { name: 'Room', exact: true });
    const isActiveInView = () =>
      app.page.evaluate<boolean>(`(() => {
        const active = document.querySelector('[role=option][aria-selected=true]');
        if (!active) return false;
        const option = active.getBoundingClientRect();
        const list = active.parentElement.getBoundingClientRect();
        return option.top >= list.top && option.bottom <= list.bottom;
      })()`);
    await picker.fill('zum anker');
    await options().nth(49).scrollIntoViewIfNeeded();
    expect(await isActiveInView()).toBe(false);
    await picker.fill('goldenen anker');
    await until(isActiveInView);
    for (let step = 0; step < 30; step++) await picker.press('ArrowDown');
    await until(isActiveInView);
  });

  it('Enter picks no option while an input method composes a text', async () => {
    await app.go('/journal');
    await app.button('Filters').click();
    const picker = app.page.getByRole('combobox', { name: 'Room', exact: true });
    const inputMethod = await app.page.context().newCDPSession(app.page);
    await picker.focus();
    await inputMethod.send('Input.imeSetComposition', { text: 'anker', selectionStart: 5, selectionEnd: 5 });
    await app.page.getByText('The first 50 of more: type more of the name.').waitFor();
    await picker.press('Enter');
    expect(await picker.inputValue()).toBe('anker');
    expect(await options().count()).toBe(50);
    await inputMethod.send('Input.insertText', { text: 'anker' });
    await picker.press('Enter');
    await app.page.waitForURL(/roomId=/);
  });

  it('A room picker ignores the late answer to an earlier search text', async () => {
    await app.go('/journal');
    await app.button('Filters').click();
    const picker = app.page.getByRole('combobox', { name: 'Room', exact: true });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await app.page.route('**/admin/rooms?search=kammer&*', async (route) => {
      await released;
      await route.continue().catch(() => undefined); // the page no longer waits for it
    });
    const asked = app.page.waitForRequest(/search=kammer&/);
    await picker.fill('kammer');
    await asked;
    await picker.fill('chamber 7');
    await app.page.getByRole('option', { name: /^Castle · Chamber 7/ }).waitFor();
    release();
    await app.page.unroute('**/admin/rooms?search=kammer&*');
    expect(await options().first().textContent()).toBe('Castle · Chamber 79014');
  });

  it('The calendar shows each room once after a room was created and a room was deleted', async () => {
    await app.go('/calendar?hotel=Castle&days=14');
    const rooms = () =>
      app.page.evaluate<string[]>(
        `[...document.querySelectorAll('.row-room')].map((row) => row.getAttribute('data-row'))`,
      );
    const ids = Array.from({ length: 40 }, (_, index) => `r${9002 + 2 * index}`);
    await app.page.locator('.row-room').nth(29).scrollIntoViewIfNeeded();
    await until(async () => (await rooms()).join() === ids.join());
    await app.page.evaluate('scrollTo(0, 0)');
    const body = JSON.stringify({ id: '9005', name: 'New chamber', propertyName: 'Castle' });
    expect((await running.service.call('/admin/rooms', { method: 'POST', body })).status).toBe(201);
    const withNew = ids.toSpliced(2, 0, 'r9005');
    await until(async () => (await rooms()).join() === withNew.join());
    for (const [id, name] of [
      ['9005', 'New chamber'],
      ['9004', 'Chamber 2'],
    ] as const)
      expect(
        (await running.service.call(`/admin/rooms/${id}?confirm=${name}`, { method: 'DELETE' })).status,
      ).toBe(204);
    await until(async () => (await rooms()).join() === ids.toSpliced(1, 1).join());
  });
});
