import type { Locator, Route } from 'playwright-core';
import { until } from '../support/until';
import { AdminPage, day, DESK, LOOKS } from './admin-page';
import { useBrowser } from './use-browser';

/** A person closes dates for sale, and asks why a stay cannot be booked. Room 1 of the demo data has pushed prices. */
describe('closures on the page', () => {
  const running = useBrowser();
  let app: AdminPage;
  beforeEach(async () => {
    app = await AdminPage.openSignedIn(running.browser, running.service.url);
  });
  afterEach(async () => {
    for (const { id } of await openClosures())
      await running.service.call(`/admin/closures/${id}`, { method: 'DELETE' });
    expect(app.complaints).toEqual([]);
    await app.close();
  });

  const call = async (path: string, body: unknown) => {
    const answer = await running.service.call(path, { method: 'POST', body: JSON.stringify(body) });
    expect(answer.ok).toBe(true);
    return answer;
  };
  const openClosures = async () => {
    const answer = await running.service.call('/admin/closures?open=true');
    const { items } = (await answer.json()) as {
      items: { id: string; ratePlanId: string | null; from: string; to: string; reason: string }[];
    };
    return items;
  };
  const cellOf = (plan: string, date: string) =>
    app.page.getByRole('gridcell', { name: new RegExp(`^${plan}, ${date}: `) });
  const calendar = async (query = '') => {
    await app.go(`/calendar?from=${day(1)}&days=14${query}`);
    await cellOf('Flexible', day(1)).waitFor();
  };
  const focusRoomsLeft = async () => {
    await calendar();
    for (let stop = 0; stop < 60 && !/rooms left/.test(await app.focused()); stop++)
      await app.page.keyboard.press('Tab');
  };
  const dialog = (name: string) => app.page.getByRole('dialog', { name });
  /** On a busy machine, Chromium may take a tap for a long press, which has no effect. Then it taps again. */
  const tap = async (target: Locator, effect: Locator) => {
    for (let attempt = 0; attempt < 5; attempt++) {
      await target.tap();
      const isDone = effect.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
      if (await isDone) return;
    }
    throw new Error('Five taps have had no effect');
  };
  /** Holds the next call to an address, until the test lets it continue. */
  const heldCall = async (address: string) => {
    let hold: (route: Route) => void;
    const route = new Promise<Route>((resolve) => (hold = resolve));
    await app.page.route(address, (held) => hold(held), { times: 1 });
    return { route };
  };
  const derivedPlans = () => dialog('Close for sale').getByLabel(/^Also the 3 rate plans/);
  const closedPlans = async () => (await openClosures()).map(({ ratePlanId }) => ratePlanId).sort();

  it('A person closes a weekend in three actions and opens it in two, and a push does not open it', async () => {
    const [saturday, sunday] = [0, 1].map((add) =>
      day(((6 - new Date(day(0)).getDay() + 7) % 7) + 7 + add),
    ) as [string, string];
    await app.go(`/calendar?from=${day(1)}&days=31&derived=1`);
    await cellOf('Flexible', saturday).waitFor();

    await cellOf('Flexible', saturday).dragTo(cellOf('Flexible', sunday));
    await app.button('Close for sale …').click();
    await derivedPlans().waitFor();
    await app.page.keyboard.type('Wrong price\n');

    await app.page
      .getByRole('gridcell', { name: new RegExp(`^Flexible, ${sunday}: .*, closed for sale: Wrong price$`) })
      .waitFor();
    expect(await openClosures()).toMatchObject([
      { ratePlanId: '12', from: saturday, to: sunday, reason: 'Wrong price' },
    ]);

    await call('/updateCalendarPrices?roomId=1&ratePlanId=12', [{ date: sunday, price: 123.2 }]);
    await app.cell(`Flexible, ${sunday}: 123.20 EUR, closed for sale: Wrong price`).waitFor();

    await app.view('Feed health');
    const row = app.page.getByRole('row', { name: /Hotel Bar · Double · Flexible.*Wrong price.*bootstrap/ });
    await row.getByRole('button').click();
    await app.button('Open for sale').click();
    await row.waitFor({ state: 'detached' });
    expect(await openClosures()).toEqual([]);
    await app.go(`/calendar?from=${saturday}&days=14&derived=1`);
    await app.cell(`Flexible, ${sunday}: 123.20 EUR`).waitFor();
  });

  it('A person closes dates with the keyboard alone, and the focus returns to the cell', async () => {
    const { keyboard } = app.page;
    await focusRoomsLeft();
    await keyboard.press('ArrowRight');
    await keyboard.press('Shift+ArrowRight');
    await app.page.getByText('2 days · 1 row').waitFor();
    await keyboard.press('Enter');
    await dialog('Close for sale').getByText('all rate plans').waitFor();
    expect(await app.findings()).toEqual([]);
    await keyboard.type('Water damage');
    await keyboard.press('Enter');
    await cellOf('Double', day(3))
      .and(app.page.getByRole('gridcell', { name: /closed for sale: Water damage$/ }))
      .waitFor();
    expect(await openClosures()).toMatchObject([{ ratePlanId: null, from: day(2), to: day(3) }]);
    expect(await app.focused()).toMatch(`Double, ${day(3)}: `);
    expect(await app.findings()).toEqual([]);
  });

  it('The legend names the keys that select cells, close them for sale and clear the selection', async () => {
    await calendar();
    await app.page.getByText('Legend and keys').click();
    await app.page
      .getByText('While cells are selected, Enter closes them for sale, Escape clears the selection')
      .waitFor();
    await app.go(`/calendar?from=${day(1)}&days=14&at=${new Date().toISOString()}`);
    await app.page.getByText('Legend and keys').click();
    await app.page.getByText('Arrow keys go from cell to cell').waitFor();
    expect(await app.page.getByText('While cells are selected').count()).toBe(0);
  });

  it('A person opens a closure with the keyboard alone, and the focus stays in the page', async () => {
    const { keyboard } = app.page;
    await call('/admin/closures', { roomId: '1', from: day(2), to: day(2), reason: 'Fair' });
    await focusRoomsLeft();
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await app.page.getByText('Closed for sale: “Fair”').waitFor();
    for (let stop = 0; stop < 60 && !/^Open /.test(await app.focused()); stop++) await keyboard.press('Tab');
    await keyboard.press('Enter');
    await dialog('Open for sale').waitFor();
    await keyboard.press('Enter');
    await app.page.getByText('Closed for sale: “Fair”').waitFor({ state: 'detached' });
    expect(await openClosures()).toEqual([]);
    await app.page.locator('main:focus, main :focus').waitFor();
  });

  it('Enter opens the dialog of a closure as soon as the page shows the number of selected dates', async () => {
    await focusRoomsLeft();
    await app.page.evaluate(`(async () => {
      const press = (key, shiftKey) =>
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }));
      const shown = new Promise((resolve) => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector('.selection')?.textContent.includes('2 days · 1 row')) return;
          observer.disconnect();
          resolve();
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      });
      press('ArrowRight', true);
      await shown;
      press('Enter', false);
    })()`);
    await dialog('Close for sale').getByText('all rate plans').waitFor();
  });

  it('A selection ends on Escape, and when an arrow key moves the focus', async () => {
    const { keyboard } = app.page;
    await calendar();
    await cellOf('Flexible', day(2)).dragTo(cellOf('Flexible', day(4)));
    await app.page.getByText('3 days · 1 row').waitFor();
    await app.page.locator('[aria-selected=true]').nth(2).waitFor();
    expect(await app.page.locator('[aria-selected=true]').count()).toBe(3);
    await keyboard.press('Escape');
    await app.button('Close for sale …').waitFor({ state: 'detached' });
    await app.page.locator('[aria-selected]').first().waitFor({ state: 'detached' });
    await cellOf('Flexible', day(2)).dragTo(cellOf('Flexible', day(4)));
    await keyboard.press('ArrowLeft');
    await app.button('Close for sale …').waitFor({ state: 'detached' });
  });

  it('A person selects dates with two taps, and closes them for a plan and its folded derived plans', async () => {
    await app.close();
    const telephone = { ...(LOOKS[2] ?? DESK), hasTouch: true };
    app = await AdminPage.openSignedIn(running.browser, running.service.url, telephone);
    await calendar();
    await tap(app.button('Options'), app.button('Select'));
    await tap(app.button('Select'), app.page.getByText('Press the first cell'));
    await tap(cellOf('Flexible', day(5)), app.page.getByText('1 day · 1 row'));
    await tap(cellOf('Flexible', day(6)), app.page.getByText('2 days · 1 row'));
    await tap(app.button('Close for sale …'), derivedPlans());
    await dialog('Close for sale').getByLabel('Reason').fill('Wrong price');
    await dialog('Close for sale').getByRole('button', { name: 'Close for sale' }).click();
    await dialog('Close for sale').waitFor({ state: 'detached' });
    expect(await closedPlans()).toEqual(['12', '13', '14', '21']);
  });

  it('The story of a price offers to close the derived plans of rooms that the calendar does not show', async () => {
    await calendar(`&search=Double&cell=12,${day(7)}`);
    await cellOf('Suite', day(7)).waitFor({ state: 'detached' });
    await app
      .story(`Flexible, ${day(7)}`)
      .getByRole('button', { name: /^Close for sale/ })
      .click();
    await derivedPlans().check();
    await dialog('Close for sale').getByText('Suite, 80 % above the Double').waitFor();
    await dialog('Close for sale').getByLabel('Reason').fill('Wrong price');
    await dialog('Close for sale').getByRole('button', { name: 'Close for sale' }).click();
    await dialog('Close for sale').waitFor({ state: 'detached' });
    expect(await closedPlans()).toEqual(['12', '13', '14', '21']);
  });

  it('Enter does not read the derived plans again while they are being read, and a choice of the person stays', async () => {
    await calendar();
    await cellOf('Flexible', day(5)).dragTo(cellOf('Flexible', day(6)));
    let reads = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await app.page.route(/derivedFrom=/, async (route) => {
      reads++;
      await released;
      await route.continue();
    });
    await app.button('Close for sale …').click();
    await app.page.keyboard.type('Wrong price\n');
    await dialog('Close for sale').getByRole('button', { name: 'Close for sale', disabled: true }).waitFor();
    release();
    await derivedPlans().uncheck();
    await dialog('Close for sale').getByRole('button', { name: 'Close for sale', disabled: false }).click();
    await dialog('Close for sale').waitFor({ state: 'detached' });
    expect(reads).toBe(1);
    expect(await closedPlans()).toEqual(['12']);
  });

  it('If the closure of one of several plans fails, a dialog says how many are closed, and the selection ends', async () => {
    await calendar();
    await cellOf('Flexible', day(5)).dragTo(cellOf('Flexible', day(6)));
    await app.button('Close for sale …').click();
    await derivedPlans().waitFor();
    let calls = 0;
    await app.page.route('**/admin/closures', (route) =>
      route.request().method() === 'POST' && ++calls > 2 ? route.abort() : route.continue(),
    );
    await app.page.keyboard.type('Wrong price\n');
    await dialog('Close for sale').getByRole('alert').waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('alertdialog', { name: 'At least 2 of 4 are closed.' }).waitFor();
    expect(await app.findings()).toEqual([]);
    await app.page.keyboard.press('Escape');
    await dialog('Close for sale').getByRole('button', { name: 'Cancel' }).click();
    await dialog('Close for sale').waitFor({ state: 'detached' });
    await app.button('Close for sale …').waitFor({ state: 'detached' });
    expect(await closedPlans()).toHaveLength(2);
  });

  it('A repeated attempt closes nothing twice if the first one succeeded and only its answer was lost', async () => {
    await calendar(`&cell=r1,${day(7)}`);
    await app
      .story(`rooms left, Double, ${day(7)}`)
      .getByRole('button', { name: /^Close for sale/ })
      .click();
    const loseAnswer = async (route: Route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.abort();
    };
    await app.page.route('**/admin/closures', loseAnswer, { times: 1 });
    await app.page.keyboard.type('Water damage\n');
    await dialog('Close for sale').getByRole('alert').waitFor();
    await dialog('Close for sale').getByRole('button', { name: 'Close for sale' }).click();
    await dialog('Close for sale').waitFor({ state: 'detached' });
    expect(await openClosures()).toHaveLength(1);
  });

  it('The story of a cell shows a closure, and can open it', async () => {
    await call('/admin/closures', { roomId: '1', from: day(6), to: day(6), reason: 'Fair' });
    await calendar(`&cell=12,${day(6)}`);
    const story = app.story(`Flexible, ${day(6)}`);
    await story.getByText('Closed for sale with the whole room: “Fair”').waitFor();
    await story.getByRole('button', { name: /^Open/ }).click();
    await dialog('Open for sale').getByText('This ends this closure only.').waitFor();
    await app.button('Open for sale').click();
    await story.getByText('Closed for sale').waitFor({ state: 'detached' });
    expect(await openClosures()).toEqual([]);
  });

  it('Feed health lists a closure that another person creates while the page is open', async () => {
    const listed = app.page.waitForResponse(/\/admin\/closures\?/);
    await app.page.clock.install({ time: Date.now() });
    await app.go('/');
    await listed;
    await call('/admin/closures', { roomId: '1', from: day(6), to: day(6), reason: 'Fair' });
    await until(async () => {
      // The page reads its data again every 30 s. The service keeps the summary for some seconds.
      await app.page.clock.fastForward(30_000);
      return app.page.getByRole('cell', { name: 'Fair' }).isVisible();
    });
  });

  it('The page offers no closure to a read-only token', async () => {
    await call('/admin/closures', { roomId: '1', from: day(6), to: day(6), reason: 'Fair' });
    const { token } = (await (
      await call('/admin/accessTokens', { name: 'Eve', scopes: ['read'] })
    ).json()) as {
      token: string;
    };
    await app.close();
    app = await AdminPage.openSignedIn(running.browser, running.service.url, DESK, token);
    await app.go('/');
    await app.page.getByRole('cell', { name: 'Fair' }).waitFor();
    expect(await app.page.getByRole('button', { name: /^Open/ }).count()).toBe(0);
    await calendar();
    await cellOf('Flexible', day(2)).dragTo(cellOf('Flexible', day(4)));
    expect(await app.page.getByRole('button', { name: /^(Close for sale|Select)/ }).count()).toBe(0);
  });

  it('The calendar shows restrictions of the channel manager in words and abbreviated', async () => {
    await call('/updateCalendarMinStay?roomId=1&ratePlanId=12', [{ date: day(9), minStay: 3 }]);
    await call('/updateCalendarMaxStay?roomId=1&ratePlanId=12', [{ date: day(9), maxStay: 7 }]);
    await call('/updateCalendarBlackout?roomId=1', [{ date: day(9), blackoutStatus: true }]);
    await calendar();
    const cell = app.page.getByRole('gridcell', {
      name: new RegExp(`^Flexible, ${day(9)}: .*, blackout of the room, minimum stay 3, maximum stay 7$`),
    });
    await cell.waitFor();
    expect(await cell.getAttribute('data-tag')).toBe('blackout ≥3 ≤7');
    await cell.click();
    await app
      .story(`Flexible, ${day(9)}`)
      .getByText('By the channel manager: blackout of the room, minimum stay 3, maximum stay 7.')
      .waitFor();
    const room = app.page.getByRole('gridcell', {
      name: new RegExp(`^Double, ${day(9)}: .*, blackout of the room$`),
    });
    expect(await room.getAttribute('data-tag')).toBe('blackout');
  });

  it('The stories of a plan and of rooms left list who limited the sale, when, and what was before', async () => {
    await call('/updateCalendarInventory?roomId=1', [{ date: day(8), inventoryNumber: 4 }]);
    await call('/updateCalendarMinStay?roomId=1&ratePlanId=12', [{ date: day(8), minStay: 3 }]);
    await call('/updateCalendarMaxStay?roomId=1&ratePlanId=12', [{ date: day(8), maxStay: 7 }]);
    await call('/updateCalendarMinStay?roomId=1&ratePlanId=12', [{ date: day(8), minStay: 0 }]);
    await call('/updateCalendarBlackout?roomId=1', [{ date: day(8), blackoutStatus: true }]);
    await calendar(`&cell=12,${day(8)}`);
    const changes = app
      .story(`Flexible, ${day(8)}`)
      .locator('.history-words')
      .getByRole('listitem');
    await changes.nth(2).waitFor();
    expect(await changes.allInnerTexts()).toEqual([
      expect.stringMatching(/^maximum stay 7\s+Minimum stay by bootstrap/),
      expect.stringMatching(/^minimum stay 3, maximum stay 7\s+Maximum stay by bootstrap/),
      expect.stringMatching(/^minimum stay 3\s+Minimum stay by bootstrap/),
    ]);
    await call('/updateCalendarMinStay?roomId=1&ratePlanId=12', [{ date: day(8), minStay: 2 }]);
    await changes.nth(3).waitFor();

    await calendar(`&cell=r1,${day(8)}`);
    const ofRoom = app.story(`rooms left, Double, ${day(8)}`);
    await ofRoom.getByText(/^Closed by a blackout on .* by bootstrap\.$/).waitFor();
    await ofRoom.getByText(/^4, blackout/).waitFor();
    await call('/updateCalendarBlackout?roomId=1', [{ date: day(8), blackoutStatus: false }]);
    await ofRoom.getByText(/^Opened again on .* by bootstrap\.$/).waitFor();
  });

  it('The preview of a rule shows the old restrictions of a date beside the new ones', async () => {
    await call('/updateCalendarMinStay?roomId=1&ratePlanId=12', [{ date: day(13), minStay: 6 }]);
    await call('/updateCalendarMinStay?roomId=1&ratePlanId=13', [{ date: day(13), minStay: 2 }]);
    const plan = await running.service.call('/admin/ratePlans/13');
    const { derivation } = (await plan.json()) as { derivation: object };
    const change = (inherit: object) => {
      const body = JSON.stringify({ derivation: { ...derivation, ...inherit } });
      return running.service.call('/admin/ratePlans/13', { method: 'PATCH', body });
    };
    await change({ inherit: ['stopSell'] });
    await app.go('/rate-plans?plan=13');
    await app.page.getByLabel('Minimum stay on arrival').check();
    await app.page.getByText('minimum stay 2 → minimum stay 6').waitFor();
    expect((await change({})).status).toBe(200);
  });

  it('The page shows the first hundred reasons against a stay, and all of them on request', async () => {
    for (const reason of ['Fair', 'Water damage'])
      await call('/admin/closures', { roomId: '1', from: day(1), to: day(90), reason });
    await app.go(`/stays?plan=12&arrival=${day(1)}&departure=${day(91)}`);
    const all = app.page.getByRole('button', { name: /^Show all \d+ reasons$/ });
    await all.waitFor();
    const count = Number(/\d+/.exec((await all.textContent()) ?? '')?.[0]);
    const reasons = app.page.locator('.reasons li');
    expect(await reasons.count()).toBe(100);
    await all.click();
    await reasons.nth(count - 1).waitFor();
    expect(await app.findings()).toEqual([]);
    await app.button('Show the first 100').click();
    await reasons.nth(100).waitFor({ state: 'detached' });
  });

  it('A number that is typed stays when the page is drawn again before the change is complete', async () => {
    const held = await heldCall('**/admin/ratePlans/12');
    await app.go(`/stays?plan=12&arrival=${day(2)}`);
    await app.page.getByRole('heading', { name: 'Yes' }).waitFor();
    await app.page.getByLabel('Adults').fill('3');
    await (await held.route).continue();
    const plan = app.page.getByRole('combobox', { name: 'Rate plan' });
    await until(async () => (await plan.inputValue()).includes('Flexible'));
    expect(await app.page.getByLabel('Adults').inputValue()).toBe('3');
    await app.page.keyboard.press('Tab');
    await app.page.getByText('The room takes 2 adults at most, not 3.').waitFor();
  });

  it('While the page asks about another stay, it does not show the answer about the former one', async () => {
    await app.go(`/stays?plan=12&arrival=${day(2)}`);
    await app.heading('Can it be booked?').waitFor();
    await app.page.getByRole('heading', { name: 'Yes' }).waitFor();
    const held = await heldCall('**/admin/stays?*');
    await app.page.getByLabel('Adults').fill('3');
    await app.page.keyboard.press('Tab');
    const route = await held.route;
    await app.page.getByText('Loading the answer').waitFor();
    expect(await app.page.getByRole('heading', { name: 'Yes' }).count()).toBe(0);
    await route.continue();
    await app.page.getByText('The room takes 2 adults at most, not 3.').waitFor();
  });

  it('The page says whether a stay can be booked, with every reason and the call behind it', async () => {
    const before = new Date().toISOString();
    await call('/updateCalendarMinStay?roomId=1&ratePlanId=12', [{ date: day(11), minStay: 4 }]);
    await call('/admin/closures', { roomId: '1', from: day(12), to: day(12), reason: 'Fair' });
    await app.go('/');
    await app.page.getByRole('link', { name: 'Bookable?' }).click();
    await app.heading('Can it be booked?').waitFor();
    const picker = app.page.getByRole('combobox', { name: 'Rate plan' });
    await picker.fill('bar flexible');
    await app.page.getByRole('option', { name: /^Hotel Bar · Double · Flexible/ }).click();
    await app.page.getByLabel('Arrival').fill(day(11));
    await app.page.getByLabel('Departure').fill(day(13));
    await app.page.getByText(/cannot be booked for .* \(2 nights\), for 2 reasons\./).waitFor();
    const reasons = app.page.getByRole('listitem').filter({ hasText: /^(A stay|.* was closed)/ });
    expect(await reasons.allTextContents()).toEqual([
      expect.stringMatching(/was closed for sale by a person\. Since .* by bootstrap/),
      expect.stringMatching(/has at least 4 nights, not 2\. Since .* by bootstrap/),
    ]);
    expect(await app.findings()).toEqual([]);
    await app.page.goto(`${app.page.url()}&at=${before}`);
    await app.page.getByRole('heading', { name: /^Yes, as of / }).waitFor();
    await app.page.getByText(/could be booked for .* \(2 nights\), for \d+\.\d\d EUR\./).waitFor();
    await app.page.goBack();
    await app.page
      .getByRole('link', { name: /^Since/ })
      .last()
      .click();
    await app.heading('Minimum stay').waitFor();
  });
});
