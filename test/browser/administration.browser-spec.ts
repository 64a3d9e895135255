import { TOKEN } from '../support/service-process';
import { until } from '../support/until';
import { AdminPage, DESK, day } from './admin-page';
import { useBrowser } from './use-browser';

/** A person signs in, and creates, changes and deletes records. */
describe('the page for administrators', () => {
  const running = useBrowser();
  let app: AdminPage;
  beforeEach(async () => {
    app = await AdminPage.open(running.browser, running.service.url);
  });
  afterEach(async () => {
    expect(app.complaints).toEqual([]);
    await app.close();
  });

  const createToken = async (scope: string) => {
    const body = JSON.stringify({ name: `<b>${scope}</b>`, scopes: [scope] });
    const answer = await running.service.call('/admin/accessTokens', { method: 'POST', body });
    return (await answer.json()) as { id: string; token: string };
  };
  const signIn = async (token = TOKEN) => {
    await app.signIn(token);
    await app.heading('Feed health').waitFor();
  };

  it('The page accepts a token that may read, and no other', async () => {
    await app.signIn('not-a-token-of-anybody');
    await app.page.getByText('This access token is unknown, revoked or expired.').waitFor();
    await app.signIn((await createToken('push')).token);
    await app.page.getByText('it needs the scope read or admin').waitFor();
    await signIn();
    await app.page.reload();
    await app.heading('Feed health').waitFor();
    await app.button('Sign out').click();
    await app.page.getByLabel('Access token').waitFor();
    expect(await app.page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe('{}');
  });

  it('The page lets a read-only token do nothing but read', async () => {
    await signIn((await createToken('read')).token);
    for (const view of ['Held prices', 'Rate plans', 'Tokens', 'Mails']) await app.view(view);
    await app.view('Tokens');
    expect(await app.button('Create a token').count()).toBe(0);
    await app.view('Rate plans');
    await app.page.getByRole('button', { name: /^Flexible/ }).waitFor();
    expect(await app.page.getByRole('button', { name: /New|Change|Delete/ }).count()).toBe(0);
  });

  it('The page forgets a token that has been revoked', async () => {
    const { id, token } = await createToken('admin');
    await signIn(token);
    await running.service.call(`/admin/accessTokens/${id}`, { method: 'DELETE' });
    // The first call has its token refused. It may be the page's own polling, not the click.
    const tokens = app.page.getByRole('link', { name: 'Tokens' });
    await tokens.click({ timeout: 1_000 }).catch(() => undefined);
    await app.page.getByText('The access token is no longer valid.').waitFor();
    expect(await app.page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('The list of rate plans has the price of today, and the actions of a room in a menu', async () => {
    await running.service.call('/updateCalendarPrices?roomId=1&ratePlanId=12', {
      method: 'POST',
      body: JSON.stringify([{ date: day(0), price: 104 }]),
    });
    await signIn();
    await app.view('Rate plans');
    await app.page.getByRole('button', { name: /^Flexible prices are pushed · today 104\.00 EUR/ }).waitFor();
    const menu = app.page.getByLabel('Actions for Double', { exact: true });
    const change = app.button('Change Double');
    expect(await change.isVisible()).toBe(false);
    await menu.click();
    await change.waitFor();
    await app.page.keyboard.press('Escape');
    await change.waitFor({ state: 'hidden' });
    await menu.click();
    await app.heading('Rate plans').click();
    await change.waitFor({ state: 'hidden' });
    await app.choose('Change Double', 'Double');
    await app.page.getByRole('dialog').waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await app.page.locator('.menu > summary:focus').count()).toBe(1);
  });

  it('A person creates a room and a derived plan, with a preview before it is saved', async () => {
    await signIn();
    await app.view('Rate plans');
    await app.button('New room').click();
    await app.page.getByLabel('Name').fill('Attic ');
    await app.page.getByLabel('Hotel', { exact: true }).last().fill('Hotel Bar');
    await app.button('Save').click();
    await app.page.getByText('Attic is saved.').waitFor();
    await app.choose('New plan for Attic', 'Attic');
    await app.page.getByLabel('Name').fill('Attic, 20 % off');
    const parent = app.page.getByRole('combobox', { name: /^Another rate plan/ });
    await parent.fill('bar flexible');
    await app.page.getByRole('option', { name: /^Hotel Bar · Double · Flexible/ }).click();
    await app.page.getByLabel('Value of step 1').fill('-20');
    await app.page
      .getByRole('row', { name: /100\.10 not set 80\.08/ })
      .first()
      .waitFor();
    expect(await app.findings()).toEqual([]);
    await app.button('Save').click();
    await app.page.getByRole('button', { name: /Attic, 20 % off/ }).click();
    await app.page.getByLabel('Value of step 1').fill('-30');
    await app.page
      .getByRole('row', { name: /100\.10 80\.08 70\.07/ })
      .first()
      .waitFor();
    await app.page.getByLabel('Value of step 1').fill('12345');
    await app.page.getByRole('alert').getByText('Rule, step 1, percent:').waitFor();
    expect(await app.page.getByRole('alert').textContent()).not.toContain('/derivation');
    await app.page.getByLabel('Value of step 1').fill('-30');
    await app.button('Save').click();
    await app.page.getByRole('button', { name: /Attic, 20 % off.*− 30 %/ }).waitFor();
    await app.choose('Delete Attic', 'Attic');
    await app.page.getByLabel('Name').fill('attic');
    await app.page.getByText('Upper and lower case differ.').waitFor();
    expect(await app.button('Delete').isEnabled()).toBe(false);
    await app.page.getByLabel('Name').fill('Attic');
    await app.button('Delete').click();
    await app.page.getByLabel('Actions for Attic').waitFor({ state: 'detached' });
  });

  it.each([
    ['de-DE', '1.5', 'Write 1500,50 or 1.500,50.', '1.500', '1.500,00 EUR'],
    ['en-GB', '1,5', 'Write 1500.50 or 1,500.50.', '1,500', '1,500.00 EUR'],
    ['tr-TR', '1.5', 'Write 1500,50 or 1.500,50.', '1.500', '1.500,00 EUR'],
  ])(
    'A %s browser refuses a price typed as %s, and accepts a price in the format that the page shows',
    async (locale, refused, sentence, typed, understood) => {
      const guard = { minimum: '40.00', maximum: '900.00', maxDecreasePercent: '12.5' };
      const body = JSON.stringify({ guard });
      await running.service.call('/admin/ratePlans/12', { method: 'PATCH', body });
      await app.close();
      app = await AdminPage.open(running.browser, running.service.url, DESK, locale);
      await signIn();
      await app.go('/rate-plans?plan=12');
      const [above, fall] = ['Hold prices above', 'Hold a fall by more than %'].map((label) =>
        app.page.getByLabel(label),
      );
      await above?.fill(refused);
      await app.button('Save').click();
      await app.page.getByText(sentence).waitFor();
      await above?.fill(typed);
      await app.page.getByText(understood, { exact: true }).waitFor();
      expect(await fall?.inputValue()).toBe(locale === 'en-GB' ? '12.5' : '12,5');
      await app.button('Save').click();
      await app.page.getByText('Flexible is saved.').waitFor();
      const plan = await running.service.call('/admin/ratePlans/12');
      expect(await plan.json()).toMatchObject({ guard: { ...guard, maximum: '1500.00' } });
    },
  );

  it('A form does not undo changes that arrive while it is open, and shows who changed what', async () => {
    const send = async (method: string, path: string, body: object) => {
      const answer = await running.service.call(path, { method, body: JSON.stringify(body) });
      return (await answer.json()) as { id: string };
    };
    const edit = (id: string, qty: number, maxGuests: number, maxAdults: number, maxChildren: number) =>
      send('POST', '/roomEditChannelManager', { id, qty, maxGuests, maxAdults, maxChildren });
    const roomNow = async () => (await running.service.call(`/admin/rooms/${id}`)).json();
    const numbers = { totalRooms: 5, maximumGuests: 2, adults: 2, children: 0 };
    const { id } = await send('POST', '/admin/rooms', { name: 'Loft', ...numbers });
    await signIn();
    await app.view('Rate plans');
    await app.page.getByLabel('Actions for Loft').waitFor();
    await edit(id, 8, 4, 3, 1);
    await app.choose('Change Loft', 'Loft');
    await app.page.getByLabel('Name').fill('Loft suite');
    await app.button('Save').click();
    await app.page.getByText('Loft suite is saved.').waitFor();
    const edited = { totalRooms: 8, maximumGuests: 4, adults: 3, children: 1 };
    expect(await roomNow()).toMatchObject({ name: 'Loft suite', ...edited });

    await app.choose('Change Loft suite', 'Loft suite');
    await app.page.getByLabel('Name').fill('Loft for six');
    await app.page.getByLabel('Adults').fill('6');
    await edit(id, -1, 6, 3, 0);
    await app.button('Save').click();
    const alert = app.page.getByRole('alert');
    await alert.getByText(/Room edit\. .*Rooms of this kind: 8 → -1/).waitFor();
    expect(await app.page.getByLabel('Name').inputValue()).toBe('Loft for six');
    expect(await app.page.getByLabel('Rooms of this kind').inputValue()).toBe('-1');
    expect(await app.findings()).toEqual([]);
    await app.button('Save').click();
    await app.page.getByText('Loft for six is saved.').waitFor();
    const now = { totalRooms: -1, maximumGuests: 6, adults: 6, children: 0 };
    expect(await roomNow()).toMatchObject({ name: 'Loft for six', ...now });

    await app.choose('Delete Loft for six', 'Loft for six');
    await app.page.getByRole('dialog').getByText('Loft for six').waitFor();
    await send('PATCH', `/admin/rooms/${id}`, { name: 'Loft' });
    await app.page.getByLabel('Name').fill('Loft for six');
    await app.button('Delete').click();
    await alert.getByText(/Name: Loft for six → Loft$/).waitFor();
    await app.page.getByLabel('Name').fill('Loft');
    await app.button('Delete').click();
    await app.page.getByText('Loft is deleted.').waitFor();
  });

  it('The page shows the secret of a new token once, and revokes a token', async () => {
    await signIn();
    await app.view('Tokens');
    await app.button('Create a token').click();
    await app.page.getByLabel('Name').fill('<img src=x onerror=alert(1)>');
    await app.page.getByLabel(/^read:/).check();
    await app.page.getByLabel(/^push:/).uncheck();
    await app.button('Create').click();
    const secret = await app.page.getByLabel('Token', { exact: true }).inputValue();
    expect((await running.service.call('/admin/rooms', { token: secret })).status).toBe(200);
    await app.button('Copy').click();
    await app.button('Done').click();
    await app.button('Revoke <img src=x onerror=alert(1)>').click();
    await app.button('Revoke').last().click();
    await app.page.getByRole('row', { name: /onerror.*revoked/ }).waitFor();
    expect((await running.service.call('/admin/rooms', { token: secret })).status).toBe(401);
  });

  it('The page rotates a token, and shows the new token once and the time at which the old token ends', async () => {
    const old = await createToken('metrics');
    await signIn();
    await app.view('Tokens');
    await app.button('Rotate <b>metrics</b>').click();
    expect(await app.findings()).toEqual([]);
    await app.button('Rotate').click();
    const secret = await app.page.getByLabel('Token', { exact: true }).inputValue();
    for (const token of [old.token, secret])
      expect((await running.service.call('/metrics', { token })).status).toBe(200);
    await app.button('Copy').click();
    await app.button('Done').click();
    const rows = app.page.getByRole('row', { name: /<b>metrics<\/b>/ });
    await rows.filter({ hasText: 'valid until' }).waitFor();
    expect(await rows.count()).toBe(2);
  });

  it('The page sends a mail again, and shows its text and its pushes', async () => {
    await running.service.call('/updateCalendarPrices?roomId=77&ratePlanId=1', {
      method: 'POST',
      body: '[{"date":"2026-12-01","price":1}]',
    });
    // The push is answered before its mail is written.
    await until(async () => {
      const mails = await running.service.call('/admin/notifications');
      return ((await mails.json()) as { items: unknown[] }).items.length > 0;
    });
    await signIn();
    await app.view('Mails');
    const row = app.page.getByRole('row', { name: /price room missing/ });
    // Without a mail server, the mail was only logged. It can be sent when there is a server.
    await row.getByRole('button', { name: /^Send again/ }).click();
    await app.page.getByText(/^The mail to .* waits to be sent again\.$/).waitFor();
    await row.getByRole('link').click();
    await app.page.getByRole('dialog').getByRole('heading', { name: 'Journal entries' }).waitFor();
    await app.page.getByRole('dialog').getByRole('link').first().click();
    await app.heading('Prices').waitFor();
  });

  it('The page creates a sandbox, shows the scenarios that its sender has passed, and deletes it', async () => {
    await signIn();
    await app.go('/sandboxes');
    await app.page.getByRole('button', { name: 'Create a sandbox' }).click();
    await app.page.getByLabel('Name of the sender').fill('<b>sender</b>');
    await app.page.getByRole('button', { name: 'Create', exact: true }).click();
    const token = await app.page
      .locator('input.mono')
      .inputValue({ timeout: 30_000 })
      .catch(async () => {
        throw new Error(await app.page.locator('dialog').innerText());
      });
    await app.button('Copy').click();
    await app.button('Done').click();
    await app.page.getByRole('button', { name: 'Show the conformance of <b>sender</b>' }).click();
    await app.page.getByText('0 of 20 scenarios passed').waitFor();
    expect(await app.findings()).toEqual([]);

    const list = await running.service.call('/admin/sandboxes');
    const { items } = (await list.json()) as { items: { rooms: { id: string }[] }[] };
    await running.service.call(`/updateCalendarInventory?roomId=${items[0]?.rooms[0]?.id}`, {
      method: 'POST',
      token,
      body: '[]',
    });
    await app.page.getByText('1 of 20 scenarios passed').waitFor();

    await app.page.getByRole('button', { name: 'Delete <b>sender</b>' }).click();
    await app.page.getByLabel('Name').fill('<b>sender</b>');
    await app.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await app.page.getByText('There are no sandboxes').waitFor();
  });
});
