import { AdminPage, day, LOOKS } from './admin-page';
import { fillHotels } from './hotels-demo';
import { useBrowser } from './use-browser';

const NAME = 'Flexible with breakfast';

/** A person changes the rules of many plans at once, in six hotels with 303 plans. */
describe('the dialog that changes rules', () => {
  const running = useBrowser({ DEMO_DATA: 'false' });
  let app: AdminPage;

  beforeAll(async () => {
    await fillHotels(running.service);
  });
  afterEach(async () => {
    expect(app.complaints).toEqual([]);
    await app.close();
  });

  const open = async (look = LOOKS[0]) => {
    app = await AdminPage.openSignedIn(running.browser, running.service.url, look);
    await app.go('/rate-plans');
    await app.button('Change rules …').click();
    await app.page.getByRole('searchbox', { name: 'Search for hotel, room or plan' }).fill(NAME);
  };
  const chooseAll = async () => {
    await app.page.getByLabel('All that are shown: 41 plans').check();
    await app.button('Go on with 41 plans').click();
  };
  const priceOf = async (ratePlanId: string) => {
    const story = await running.service.call(`/admin/ratePlans/${ratePlanId}/prices/${day(2)}`);
    return Number(((await story.json()) as { price: string }).price);
  };

  const ruleOf = async (ratePlanId: string) => {
    const plan = await running.service.call(`/admin/ratePlans/${ratePlanId}`);
    return ((await plan.json()) as { derivation: { from: string; steps: object[] } }).derivation;
  };
  const changeRule = async (ratePlanId: string, derivation: object) => {
    const body = JSON.stringify({ derivation });
    const { status } = await running.service.call(`/admin/ratePlans/${ratePlanId}`, {
      method: 'PATCH',
      body,
    });
    expect(status).toBe(200);
  };

  it.each(LOOKS)('Axe finds nothing in the dialog at $width px, $colorScheme', async (look) => {
    await open(look);
    await app.page.getByLabel('All that are shown: 41 plans').waitFor();
    expect(await app.findings()).toEqual([]);
    await chooseAll();
    await app.page.getByLabel('Value of step 1').fill('15.00');
    await app.page.getByLabel('Minimum', { exact: true }).check();
    await app.page.getByLabel('The lowest price; empty: no limit').fill('50');
    await app.button('Preview').click();
    await app.page.getByText('41 plans get another rule').waitFor();
    expect(await app.findings()).toEqual([]);
  });

  it('A rule changes in all hotels after a preview, and one undo takes it back', async () => {
    const before = await priceOf('10001');
    await open();
    await chooseAll();
    await app.page.getByText('Their rules today: + 12.00, to 0.01 (41 plans).').waitFor();
    expect(await app.button('Save for 41 plans').isEnabled()).toBe(false);
    await app.page.getByLabel('Value of step 1').fill('15.00');
    await app.button('Preview').click();
    await app.page
      .getByText(/^41 plans get another rule, and 2,730 prices change; 2,730 prices of plans/)
      .waitFor();
    await app.page.getByRole('row', { name: /^Hotel Bergblick · Twin · Flexible with breakfast/ }).waitFor();
    expect(await priceOf('10001')).toBe(before);

    // Another person changes one of the rules after the preview.
    const { from, steps } = await ruleOf('10001');
    await changeRule('10001', { from, steps: [{ amount: '13.00' }] });
    await app.button('Save for 41 plans').click();
    await app.page.getByText(/^Nothing was changed: since the preview, others have changed/).waitFor();
    expect(await app.button('Save for 41 plans').isEnabled()).toBe(false);
    await changeRule('10001', { from, steps });

    await app.page.getByLabel('Value of step 1').fill('16.00');
    expect(await app.button('Save for 41 plans').isEnabled()).toBe(false);
    await app.button('Preview').click();
    await app.button('Save for 41 plans').click();
    await app.page.getByText('The rules of 41 plans are changed, and 5,460 prices with them.').waitFor();
    expect(await priceOf('10001')).toBe(before + 4);

    await app.page.getByRole('link', { name: 'Its journal entry' }).click();
    await app.heading('Rate plans changed').waitFor();
    await app.page
      .getByRole('row', { name: /^Flexible with breakfast .*\+ 12\.00, to 0\.01 \+ 16\.00, to 0\.01$/ })
      .first()
      .waitFor();
    await app.button('Undo …').click();
    const dialog = app.page.getByRole('dialog', { name: 'Undo' });
    await dialog.getByText('41 rules would go back to what they were. 5,460 prices follow.').waitFor();
    expect(await app.findings()).toEqual([]);
    await dialog.getByRole('button', { name: 'Undo 41 rules' }).click();
    await dialog.getByText('41 rules went back to what they were.').waitFor();
    expect(await priceOf('10001')).toBe(before);
  });
});
