import type { FeedHealth } from '../../../src/administration/feed-health/feed-health.dto';
import type { PropertyPage } from '../../../src/administration/properties/property.dto';
import { GUARD } from '../../support/held-prices';
import { Past } from '../../support/past';
import { TestService } from '../../support/service';

describe('the properties in the administration', () => {
  let service: TestService;
  let past: Past;
  let now: Date;
  let day: string;
  beforeEach(async () => {
    // Journal entries use the machine's clock, and so does this test.
    now = new Date();
    day = now.toISOString().slice(0, 10);
    service = await TestService.start({
      now,
      settings: { PLATFORM_TIME_ZONE: 'Pacific/Kiritimati', MAIL_SILENCE_HOURS: '6' },
    });
    past = new Past(service);
  });
  afterEach(() => service.stop());

  const properties = async (query = '') =>
    (await service.admin<PropertyPage>('GET', `/properties${query}`)).body;
  const room = (propertyName?: string) => past.create('/rooms', { name: 'Double', propertyName });

  it('Properties come by name with their numbers of rooms and plans, and rooms without a property come last', async () => {
    const [, mill] = [await room(), await room('Old Mill'), await room('Anker'), await room('Old Mill')];
    await past.plan(mill);
    await past.plan(mill);
    const { items } = await properties();
    expect(items.map(({ name, rooms, ratePlans }) => [name, rooms, ratePlans])).toEqual([
      ['Anker', 1, 0],
      ['Old Mill', 2, 2],
      [null, 1, 0],
    ]);
  });

  it('A search finds properties by a part of their name, in pages', async () => {
    for (const name of ['Old Mill', 'Anker', 'Mill Inn', undefined]) await room(name);
    expect((await properties('?search=MILL')).items.map(({ name }) => name)).toEqual([
      'Mill Inn',
      'Old Mill',
    ]);
    const seen: (string | null)[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: PropertyPage = await properties(
        `?limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      seen.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['Anker', 'Mill Inn', 'Old Mill', null]);
  });

  it('A search ranks properties by how well all its words match, in pages', async () => {
    for (const name of ['Zur Alten Post', 'Altpost', 'Post Alt', 'Alt Post', 'Alt Postel', 'Kalt Spost'])
      await room(name);
    const seen: (string | null)[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: PropertyPage = await properties(
        `?search=alt+post&limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      seen.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['Alt Post', 'Alt Postel', 'Post Alt', 'Zur Alten Post', 'Altpost', 'Kalt Spost']);
    expect((await service.admin('GET', '/properties?search=alt&cursor=Anker')).status).toBe(400);
  });

  it('Properties show the latest push, silent rooms, held prices and calls without effect', async () => {
    const [pushed] = [await room('Old Mill'), await room('Old Mill'), await room('Anker')];
    const plan = await past.plan(pushed);
    await service.pushPrices(pushed, plan, [{ date: day, price: 100 }]);
    await service.admin('PATCH', `/ratePlans/${plan}`, { guard: GUARD });
    await service.pushPrices(pushed, plan, [{ date: day, price: 1 }]);
    const { headers } = await service.pushPrices(pushed, plan, [{}]);
    const { items } = await properties();
    expect(items).toMatchObject([
      { name: 'Anker', lastPush: null, silentRooms: 1, heldPrices: 0, problems: 0 },
      {
        name: 'Old Mill',
        code: null,
        lastPush: {
          requestId: headers.get('x-request-id'),
          at: await past.momentOf(headers),
          outcome: 'refused',
          roomId: pushed,
          token: 'test',
        },
        silentRooms: 1,
        heldPrices: 1,
        problems: 1,
      },
    ]);
  });

  it('A room is silent after the hours of MAIL_SILENCE_HOURS', async () => {
    const [id] = [await room('Old Mill')];
    const { headers } = await service.pushInventory(id, [{ date: day, inventoryNumber: 3 }]);
    expect((await properties()).items).toMatchObject([{ silentRooms: 0 }]);
    const old = new Date(Date.now() - 7 * 3_600_000).getTime().toString(16).padStart(12, '0');
    await service.dataSource.query(
      `UPDATE journal_entry SET id = ($2 || right(id::text, 23))::uuid WHERE id = $1`,
      [headers.get('x-request-id'), `${old.slice(0, 8)}-${old.slice(8)}`],
    );
    expect((await properties()).items).toMatchObject([{ silentRooms: 1 }]);
  });

  it('Properties count rooms with a number below 0 from a room edit', async () => {
    const id = await room('Old Mill');
    await service.editRoom({ id, qty: -6, maxGuests: 2 });
    expect((await properties()).items).toMatchObject([{ negativeRooms: 1 }]);
  });

  it('Properties count the calls of a day that change a price by more than 40 %, until they are undone', async () => {
    const id = await room('Old Mill');
    const plan = await past.plan(id);
    const push = async (price: number) => {
      const { headers } = await service.pushPrices(id, plan, [{ date: day, price }]);
      return headers.get('x-request-id') ?? '';
    };
    await push(100);
    const listed = async (query: string) => {
      const path = `/journal?largeChange=true${query}`;
      const { body } = await service.admin<{ items: { requestId: string }[] }>('GET', path);
      return body.items.map(({ requestId }) => requestId);
    };
    const counts = async () => {
      const { items, totals } = await properties('?order=attention');
      return [items[0]?.largeChanges, totals?.largeChanges, (await properties()).items[0]?.largeChanges];
    };
    await push(60);
    expect([await counts(), await listed('')]).toEqual([[0, 0, 0], []]);
    const [rise, fall] = [await push(85), await push(8.5)];
    expect(await counts()).toEqual([2, 2, 2]);
    for (const query of ['', '&propertyName=Old%20Mill', `&roomId=${id}`, '&token=test'])
      expect(await listed(query)).toEqual([fall, rise]);
    expect(await listed('&propertyName=Anker')).toEqual([]);
    const { body: undo } = await service.admin('POST', `/journal/${fall}/undo`);
    expect(await counts()).toEqual([1, 1, 1]);
    await service.admin('POST', `/journal/${String((undo['requestIds'] as string[])[0])}/undo`);
    expect(await counts()).toEqual([2, 2, 2]);
  });

  it('LARGE_CHANGE_PERCENT says which changes of a price are large', async () => {
    const other = await service.startBeside({ now, settings: { LARGE_CHANGE_PERCENT: '10' } });
    const id = await room('Old Mill');
    const plan = await past.plan(id);
    for (const price of [100, 90, 80]) await service.pushPrices(id, plan, [{ date: day, price }]);
    const { body } = await other.admin<PropertyPage>('GET', '/properties');
    expect(body.items[0]?.largeChanges).toBe(1);
    expect((await properties()).items[0]?.largeChanges).toBe(0);
  });

  it('Each property has its own feed health', async () => {
    const [, mill] = [await room('Anker'), await room('Old Mill')];
    const { body } = await service.admin<FeedHealth>('GET', '/feedHealth?propertyName=Old%20Mill');
    expect(body.rooms.total).toBe(1);
    expect(body.items.map(({ roomId }) => roomId)).toEqual([mill]);
  });

  it('The page reads the settings that the properties use', async () => {
    const { body } = await service.admin('GET', '/settings');
    expect(body).toEqual({
      platformName: 'the booking platform',
      timeZone: 'Pacific/Kiritimati',
      today: new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(now),
      silenceHours: 6,
      largeChangePercent: 40,
      sendsMail: false,
    });
  });
});
