import { AdminPage, day } from './admin-page';
import { useBrowser } from './use-browser';

const DERIVED = 'Breakfast, 10 % off and 5.00 for the breakfast';
/** Longer than the page takes to ask again without a stream of changes. */
const QUIET_MS = 6_000;

/** The calendar and the story of a price with the demo data: room 1 has pushed prices for 60 days from today. */
describe('the calendar page', () => {
  const running = useBrowser();
  let app: AdminPage;
  beforeEach(async () => {
    app = await AdminPage.openSignedIn(running.browser, running.service.url);
  });
  afterEach(async () => {
    expect(app.complaints).toEqual([]);
    await app.close();
  });

  const push = async (ratePlanId: string, records: { date: string; price: number }[], roomId = '1') => {
    const path = `/updateCalendarPrices?roomId=${roomId}&ratePlanId=${ratePlanId}`;
    const answer = await running.service.call(path, { method: 'POST', body: JSON.stringify(records) });
    expect(await answer.text()).toBe('Price is successfully updated');
  };
  const pushRooms = async (date: string, inventoryNumber: number) => {
    const body = JSON.stringify([{ date, inventoryNumber }]);
    await running.service.call('/updateCalendarInventory?roomId=1', { method: 'POST', body });
  };

  it('The calendar distinguishes prices that were pushed, derived, overridden, free, not set or missing', async () => {
    await push('31', [{ date: day(8), price: 0 }], '3');
    await push('13', [{ date: day(9), price: 80 }]);
    await pushRooms(day(10), 0);
    await pushRooms(day(70), 4);
    await app.go(`/calendar?from=${day(7)}&days=14&derived=1`);
    await app.cell(`Standard, ${day(8)}: 0.00 EUR`).waitFor();
    await app.cell(`${DERIVED}, ${day(9)}: 80.00 EUR, overridden`).waitFor();
    await app.cell(`Double, ${day(10)}: 0 rooms left`).waitFor();
    await app.go(`/calendar?from=${day(65)}&days=14`);
    await app.cell(`Double, ${day(70)}: 4 rooms left`).waitFor();
    await app.cell(`Flexible, ${day(70)}: not set`).waitFor();
    await app.cell(`Flexible, ${day(71)}: no record`).waitFor();
  });

  it('A price leads to its story, and from there to the push that made it', async () => {
    await push('12', [{ date: day(5), price: 110 }]);
    await app.go('/');
    await app.page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).click();
    await app.button('Derived plans').click();
    await app.cell(`${DERIVED}, ${day(5)}: 104.00 EUR`).click();
    const story = app.story(`${DERIVED}, ${day(5)}`);
    await story
      .getByText(/^110\.00 − 10 % \+ 5\.00 = 104\.00, rounded to 0\.01; pushed on .* by bootstrap\.$/)
      .waitFor();
    await story.getByRole('img', { name: /^Price over time/ }).waitFor();
    expect(new URL(app.page.url()).searchParams.get('cell')).toBe(`13,${day(5)}`);
    await story
      .getByRole('listitem')
      .filter({ hasText: 'pushed by bootstrap' })
      .getByRole('link')
      .first()
      .click();
    await app.heading('Prices').waitFor();
    await app.page.goBack();
    await story.waitFor();
  });

  it('The calendar can be used with the keyboard alone', async () => {
    const { keyboard } = app.page;
    // A view of 28 days or more moves by months. Its way back from 28 February ends on 28 January, even if it began on
    // the 31st.
    await app.go(`/calendar?from=${day(1)}&days=14`);
    await app.cell(`Double, ${day(1)}: 5 rooms left`).waitFor();
    for (let stop = 0; stop < 40 && !/rooms left/.test(await app.focused()); stop++)
      await keyboard.press('Tab');
    expect(await app.focused()).toBe(`Double, ${day(1)}: 5 rooms left`);
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowRight');
    expect(await app.focused()).toMatch(`Flexible, ${day(2)}: `);
    await keyboard.press('Enter');
    await app.story(`Flexible, ${day(2)}`).waitFor();
    await keyboard.press('Escape');
    await app.story(`Flexible, ${day(2)}`).waitFor({ state: 'detached' });
    expect(await app.focused()).toMatch(`Flexible, ${day(2)}: `);
    await keyboard.press('PageDown');
    await app.page.waitForURL((url) => url.searchParams.get('from') !== day(1));
    await app.page
      .getByRole('grid', { name: `Calendar from ${new URL(app.page.url()).searchParams.get('from')}` })
      .waitFor();
    expect(await app.focused()).toMatch(/^Flexible, /);
    await keyboard.press('PageUp');
    await app.page.waitForURL((url) => url.searchParams.get('from') === day(1));
    await keyboard.press('Tab');
    expect(await app.focused()).not.toMatch(/^Flexible, /);
  });

  it('The calendar shows a push, and highlights it', async () => {
    await app.go(`/calendar?from=${day(1)}&days=14`);
    await app
      .cell(`Flexible, ${day(12)}: 100.10 EUR`)
      .or(app.cell(`Flexible, ${day(12)}: 125.13 EUR`))
      .waitFor();
    await push('12', [{ date: day(12), price: 271.5 }]);
    const cell = app.cell(`Flexible, ${day(12)}: 271.50 EUR`);
    await cell.waitFor();
    expect(await cell.getAttribute('class')).toMatch(/flash/);
  });

  it('The calendar asks for new values only when the stream of changes has an event', async () => {
    const stream = app.page.waitForResponse(/\/changes\/stream/);
    await app.go(`/calendar?from=${day(1)}&days=14`);
    await app.cell(`Double, ${day(1)}: 5 rooms left`).waitFor();
    await stream; // Before the stream begins, the calendar asks every second.
    // Requests with `at` do not count: they read the values before large changes.
    const isOfCalendar = (request: { url(): string }) => /\/admin\/calendar\?(?!.*&at=)/.test(request.url());
    // The calendar also asks when the stream begins.
    await app.page.waitForRequest(isOfCalendar);
    const asked = app.page.waitForRequest(isOfCalendar, { timeout: QUIET_MS });
    await expect(asked).rejects.toThrow(/Timeout/);
    await push('12', [{ date: day(13), price: 121.5 }]);
    await app.cell(`Flexible, ${day(13)}: 121.50 EUR`).waitFor();
  });

  it('The calendar shows a push even without the stream of changes', async () => {
    await app.page.route('**/changes/stream*', (route) => route.abort());
    await app.go(`/calendar?from=${day(1)}&days=14`);
    await app.cell(`Double, ${day(1)}: 5 rooms left`).waitFor();
    await push('12', [{ date: day(11), price: 120.5 }]);
    await app.cell(`Flexible, ${day(11)}: 120.50 EUR`).waitFor();
  });

  it('The calendar of a past moment has the prices of that moment, and says that it is the past', async () => {
    await push('12', [{ date: day(20), price: 200 }]);
    const at = await newestChange();
    await push('12', [{ date: day(20), price: 300 }]);
    await app.go(`/calendar?from=${day(14)}&days=14&at=${at}`);
    await app.cell(`Flexible, ${day(20)}: 200.00 EUR, now 300.00`).waitFor();
    await app.page.getByText('The past:').waitFor();
    await app.button('Back to now').click();
    await app.cell(`Flexible, ${day(20)}: 300.00 EUR`).waitFor();
  });

  /** The moment of the newest change of plan 12's price. */
  const newestChange = async () => {
    const story = await running.service.call(`/admin/ratePlans/12/prices/${day(20)}`);
    return ((await story.json()) as { history: { at: string }[] }).history[0]!.at;
  };

  it('A search finds rooms by a part of their name or property, and is part of the address', async () => {
    await app.go(`/calendar?from=${day(1)}&days=14`);
    await app.page.getByRole('searchbox', { name: 'Search' }).fill('linde');
    await app.page.waitForURL(/search=linde/);
    await app.cell(`Double, ${day(1)}: 5 rooms left`).waitFor({ state: 'detached' });
    await app.cell(`Single, ${day(1)}: 8 rooms left`).waitFor();
    await app.page.getByRole('searchbox', { name: 'Search' }).fill('nowhere');
    await app.page.getByText('No room or hotel matches “nowhere”').waitFor();
  });

  it('The calendar loads further rooms while it is scrolled', async () => {
    for (let room = 0; room < 40; room++) {
      const body = JSON.stringify({ name: `Chamber ${room}`, propertyName: 'Castle' });
      expect((await running.service.call('/admin/rooms', { method: 'POST', body })).status).toBe(201);
    }
    await app.go(`/calendar?from=${day(1)}&days=14&search=castle`);
    await app.cell(`Chamber 0, ${day(1)}: no record`).waitFor();
    await app.cell(`Chamber 29, ${day(1)}: no record`).scrollIntoViewIfNeeded();
    await app.page.getByRole('gridcell', { name: `Chamber 39, ${day(1)}` }).waitFor();
  });

  it('The calendar shows names as they are, whatever they contain', async () => {
    const name = `<img src=x onerror="alert('room')">`;
    const long = 'x'.repeat(200);
    const rightToLeft = 'مرن مع إفطار';
    const create = async (path: string, body: object) => {
      const answer = await running.service.call(path, { method: 'POST', body: JSON.stringify(body) });
      expect(answer.status).toBe(201);
    };
    await create('/admin/rooms', { id: '900', name, propertyName: 'Hostile' });
    await create('/admin/rooms/900/ratePlans', { id: '901', name: rightToLeft, currency: 'EUR' });
    await create('/admin/rooms/900/ratePlans', { id: '902', name: long, currency: 'EUR' });
    await app.go(`/calendar?from=${day(1)}&days=14&search=hostile&cell=902,${day(2)}`);
    await app.cell(`${name}, ${day(1)}: no record`).waitFor();
    await app.cell(`${rightToLeft}, ${day(1)}: no record`).waitFor();
    await app.story(`${long}, ${day(2)}`).waitFor();
    expect(await app.page.evaluate('document.querySelectorAll("img").length')).toBe(0);
    expect(await app.findings()).toEqual([]);
  });
});
