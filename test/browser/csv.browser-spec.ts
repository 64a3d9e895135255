import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import type { PropertyPage } from '../../src/administration/properties/property.dto';
import { BufferingProxy } from '../support/buffering-proxy';
import { until } from '../support/until';
import { AdminPage, day, LOOKS } from './admin-page';
import { useBrowser } from './use-browser';

/** The last hotel, which is also the id of its room. */
const LAST = 12_010;
/** Adds 2,010 hotels before the last one. */
const ADD_HOTELS = `
  INSERT INTO room (id, name, property_name)
  SELECT n, 'Double', 'Hotel ' || n FROM generate_series(10000, ${LAST - 1}) AS n`;
const HEAD =
  'Hotel,Hotel code,Room,Room id,Rooms,Guests,Adults,Children,Rate plan,Rate plan id,Currency,Derived from,Per cent,Amount';
const FILE = [
  HEAD,
  'Hotel Lake,L1,Double,5001,10,3,2,1,Flexible,500101,EUR,,,',
  'Hotel Lake,L1,Double,5001,10,3,2,1,Not refundable,500102,EUR,500101,-10,',
].join('\n');
/** Answers an import with the lines that a test sends. The interception of Playwright cannot answer in parts. */
const STREAM_IMPORT = `
  const { fetch } = window;
  const answer = new TransformStream();
  const writer = answer.writable.getWriter();
  window.sendLine = (line) => void writer.write(new TextEncoder().encode(line));
  window.fetch = (url, init) =>
    String(url).includes('admin/import?preview=')
      ? Promise.resolve(new Response(answer.readable, { headers: { 'content-type': 'application/x-ndjson' } }))
      : fetch(url, init);
  'ready';
`;

describe('CSV on the page', () => {
  const running = useBrowser();
  let app: AdminPage;
  beforeEach(async () => {
    app = await AdminPage.openSignedIn(running.browser, running.service.url);
    await app.go('/rate-plans');
  });
  afterEach(async () => {
    expect(app.complaints).toEqual([]);
    await app.close();
  });

  const exported = async () => {
    const download = app.page.waitForEvent('download');
    await app.button('Export CSV').click();
    return readFile(await (await download).path(), 'utf8');
  };
  const open = async () => {
    await app.button('Import CSV …').click();
    return app.page.getByRole('dialog', { name: 'Import rooms and rate plans' });
  };
  const work = () => app.page.getByRole('list', { name: 'Running work' });
  const LINES = 'Or paste its lines, or cells of a spreadsheet';

  it('The page imports a chosen file after a preview', async () => {
    const dialog = await open();
    const buffer = Buffer.from(`\uFEFF${FILE.replaceAll('Double', 'Größe')}`);
    await dialog.getByLabel('CSV file').setInputFiles({ name: 'rooms.csv', mimeType: 'text/csv', buffer });
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('3 new, 0 changed, 0 unchanged.').waitFor();
    await dialog
      .getByRole('row', { name: /New rate plan Not refundable 500102 .*price of 500101/ })
      .waitFor();
    await dialog.getByRole('button', { name: 'Import 3' }).click();
    await app.page.getByText('3 made, 0 changed.').waitFor();
    await app.page.getByRole('heading', { name: 'Hotel Lake' }).waitFor();
    await app.page.getByText('Größe').first().waitFor();
  });

  it('The page shows every problem with its line, and imports nothing until the lines are right', async () => {
    const dialog = await open();
    const lines = dialog.getByLabel(LINES);
    await lines.fill(`${HEAD}\n,,Attic,5009,many,,,,,,,,,\n,,Loft,loft,,,,,,,,,,`);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('2 problems: nothing can be imported yet.').waitFor();
    await dialog.getByText('Line 2, Rooms: must be an integer number').waitFor();
    await dialog.getByText(/Line 3, Room id: must be a whole number/).waitFor();
    await lines.fill('Room\tRoom id\nAttic\t5009');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Import 1' }).click();
    await app.page.getByText('1 made, 0 changed.').waitFor();
  });

  it('An import whose dialog is closed goes on, and every view shows how far it is and its result', async () => {
    const dialog = await open();
    await dialog.getByLabel(LINES).fill('Room\tRoom id\nCellar\t5020\nTower\t5021');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Import 2' }).waitFor();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await app.page.route(/\/admin\/import\?preview=/, async (route) => {
      await released;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Import 2' }).click();
    await dialog.getByText('Import of 2 lines … It continues if you close this.').waitFor();
    expect(await app.findings()).toEqual([]);
    await app.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const bar = work().getByRole('progressbar', { name: 'Import of 2 lines' });
    await bar.waitFor();
    await app.view('Journal');
    await bar.waitFor();
    expect(await app.findings()).toEqual([]);
    await app.view('Rate plans');
    release();
    await work().getByText('Import of 2 lines: 2 made, 0 changed.').waitFor();
    await app.page.getByText('Tower', { exact: true }).waitFor();
    await app.view('Journal');
    await work().getByRole('button', { name: 'Dismiss' }).click();
    await work().waitFor({ state: 'detached' });
  });

  it('A long import shows its progress in its dialog and then in every view, and its problem at the end', async () => {
    const dialog = await open();
    await dialog.getByLabel(LINES).fill('Room\tRoom id\nGarage\t5022');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Import 1' }).waitFor();
    await app.page.evaluate(STREAM_IMPORT);
    await dialog.getByRole('button', { name: 'Import 1' }).click();
    const send = (line: object) =>
      app.page.evaluate(`sendLine(${JSON.stringify(`${JSON.stringify(line)}\n`)})`);
    await send({ done: 120, total: 1_200 });
    await dialog
      .getByText('Import of 1 line: 120 of 1,200 rooms and rate plans. It continues if you close this.')
      .waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
    await dialog.waitFor({ state: 'detached' });
    await work().getByText('Import of 1 line: 120 of 1,200 rooms and rate plans.').waitFor();
    await app.view('Journal');
    await send({ done: 840, total: 1_200 });
    await work().getByText('Import of 1 line: 840 of 1,200 rooms and rate plans.').waitFor();
    await send({ problem: { status: 409, detail: 'Others have changed these rooms.', requestId: 'r1' } });
    await work().getByText('Import of 1 line: there is a problem.').waitFor();
    await work().getByRole('alert').getByText('Others have changed these rooms.').waitFor();
    expect(await app.findings()).toEqual([]);
  });

  it('The page refuses a file that is not in UTF-8, and shows an example', async () => {
    const dialog = await open();
    const buffer = Buffer.from('Room,Room id\nGr\u00F6\u00DFe,5010', 'latin1');
    await dialog.getByLabel('CSV file').setInputFiles({ name: 'rooms.csv', mimeType: 'text/csv', buffer });
    await dialog.getByText('The file is not in UTF-8. Save it as “CSV UTF-8”.').waitFor();
    await dialog.getByRole('button', { name: 'Show an example' }).click();
    expect(await dialog.getByLabel(LINES).inputValue()).toContain(HEAD);
  });

  it('Exported rooms and rate plans can be imported unchanged', async () => {
    const text = await exported();
    expect(text.startsWith(`\uFEFF${HEAD}\r\n`)).toBe(true);
    const dialog = await open();
    await dialog.getByLabel(LINES).fill(text);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText(/^0 new, 0 changed, \d+ unchanged\.$/).waitFor();
  });

  it.each(['Journal', 'Calendar'])('The view %s can be exported', async (view) => {
    if (view === 'Calendar') await app.go('/calendar');
    else await app.view(view);
    expect(await exported()).toMatch(/^\uFEFF[^\r]*Room id[^\r]*\r\n[^\r]+\r\n/);
  });

  it('The feed health counts 2,011 added hotels in need of attention, and shows the held price of the last hotel', async () => {
    const call = async (path: string, body: unknown) => {
      const answer = await running.service.call(path, { method: 'POST', body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(await answer.text());
    };
    const client = new Client(running.database.url);
    await client.connect();
    await client.query(ADD_HOTELS);
    await client.end();
    await call('/admin/rooms', { id: String(LAST), name: 'Double', propertyName: `Hotel ${LAST}` });
    const guard = { minimum: '40.00' };
    await call(`/admin/rooms/${LAST}/ratePlans`, { id: '990001', name: 'Flexible', currency: 'EUR', guard });
    await call(`/updateCalendarPrices?roomId=${LAST}&ratePlanId=990001`, [{ date: day(1), price: 1 }]);
    // The service keeps the totals for some seconds.
    await until(async () => {
      const answer = await running.service.call('/admin/properties?order=attention');
      return ((await answer.json()) as PropertyPage).totals?.heldPrices === 1;
    });
    await app.go('/');
    await app.page.getByRole('link', { name: '1 price held' }).waitFor();
    await app.page
      .getByText(/^1,9\d\d more hotels are not listed; 1,9\d\d of them need attention\./)
      .waitFor();
    await app.button('Show more').click();
    await app.page.getByText(/^1,8\d\d more hotels are not listed.* Choose a hotel at the top/).waitFor();
    await app.go(`/?hotel=Hotel%20${LAST}`);
    const hotel = app.page.locator('.hotel');
    await hotel.getByRole('link', { name: '1 held' }).waitFor();
    expect(await hotel.count()).toBe(1);
    expect(await app.page.getByText('All is well').count()).toBe(0);
  });

  it('An export whose connection breaks saves no file, and says so', async () => {
    const options = { bufferBytes: 0, heedsHeader: true, cutsCsv: true };
    const proxy = await BufferingProxy.start(running.service.url, options);
    await app.page.goto(`${proxy.url}/rate-plans`);
    const downloads: unknown[] = [];
    app.page.on('download', (download) => downloads.push(download));
    await app.button('Export CSV').click();
    await app.page.getByText('Not exported: the connection broke').waitFor();
    expect(downloads).toEqual([]);
    await proxy.stop();
  });

  it.each(LOOKS)('Axe finds nothing in the import at $width px, $colorScheme', async (look) => {
    await app.page.setViewportSize(look);
    await app.page.emulateMedia(look);
    await app.button('Import CSV …').click();
    await app.button('Show an example').click();
    const lines = app.page.getByRole('dialog').getByRole('textbox');
    await lines.fill(`${await lines.inputValue()}Hotel Lake,L1,Suite,5003,many,,,,,,,,,`);
    await app.button('Preview').click();
    await app.page.getByText('1 problem: nothing can be imported yet.').waitFor();
    expect(await app.findings()).toEqual([]);
  });
});
