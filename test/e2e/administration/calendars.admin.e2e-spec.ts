import { Calendars } from '../../support/calendars';
import { Past } from '../../support/past';
import { TestService } from '../../support/service';

describe('the calendar of many rooms in the administration', () => {
  let service: TestService;
  let calendars: Calendars;
  let past: Past;
  beforeAll(async () => {
    service = await TestService.start();
    calendars = new Calendars(service);
    past = new Past(service);
  });
  afterAll(() => service.stop());

  const rule = (from: string, percent = '-10') => ({ from, steps: [{ percent }] });
  /** Creates a room of a property that no other test uses. */
  const roomOf = (propertyName: string, name = 'Double') => past.create('/rooms', { name, propertyName });

  it('Each plan has a row with a price and its origin for each date, and each room has its last push', async () => {
    const room = await roomOf('Hotel Row');
    const base = await past.plan(room);
    const derived = await past.plan(room, { derivation: rule(base) });
    await service.pushInventory(room, [
      { date: '2026-12-01', inventoryNumber: 3 },
      { date: '2026-12-02', inventoryNumber: 0 },
    ]);
    await service.pushPrices(room, base, [{ date: '2026-12-01', price: '100.1' }]);
    await service.records.occupy(room, '2026-12-01', 1);
    const { headers } = await service.pushPrices(room, derived, [
      { date: '2026-12-02', price: '0.1234' },
      { date: '2026-12-04', price: '1' },
    ]);
    const { status, body, headers: answered } = await calendars.read('propertyName=Hotel Row');
    expect(status).toBe(200);
    expect(answered.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      from: '2026-12-01',
      to: '2026-12-03',
      at: null,
      items: [
        {
          roomId: room,
          name: 'Double',
          propertyName: 'Hotel Row',
          lastPush: {
            requestId: headers.get('x-request-id'),
            at: await past.momentOf(headers),
            outcome: 'applied',
          },
          totalRooms: [3, 0, null],
          occupiedRooms: [1, 0, null],
          closed: [false, false, false],
          closures: [],
          ratePlans: [
            {
              id: base,
              name: 'Plan',
              currency: 'EUR',
              derivedFrom: null,
              depth: 0,
              prices: ['100.10', null, null],
              states: 'pn-',
              restrictions: {},
              held: [],
            },
            {
              id: derived,
              name: 'Plan',
              currency: 'EUR',
              derivedFrom: base,
              depth: 1,
              prices: ['90.09', '0.1234', null],
              states: 'do-',
              restrictions: {},
              held: [],
            },
          ],
        },
      ],
      nextCursor: null,
    });
  });

  it.each([
    ['the price of its rule', '90', 'd'],
    ['a cent more than the price of its rule', '90.01', 'o'],
    ['a price of zero', '0', 'o'],
  ])('A derived plan with %s (%s) has the state %s', async (_, price, state) => {
    const property = `Hotel ${price}`;
    const room = await roomOf(property);
    const base = await past.plan(room);
    const derived = await past.plan(room, { derivation: rule(base) });
    await service.pushPrices(room, base, [{ date: '2026-12-01', price: '100' }]);
    await service.pushPrices(room, derived, [{ date: '2026-12-01', price }]);
    expect((await calendars.cells(property))[room]?.[derived]?.[0]).toBe(`${state}--`);
  });

  it('A price is recognized as derived even if floating-point numbers cannot calculate its rule exactly', async () => {
    const room = await roomOf('Hotel Exact');
    const base = await past.plan(room);
    const steps = Array.from({ length: 10 }, () => ({ percent: '12.3456' }));
    const derived = await past.plan(room, { derivation: { from: base, steps } });
    await service.pushPrices(room, base, [{ date: '2026-12-01', price: '1234567.8901' }]);
    expect((await calendars.cells('Hotel Exact'))[room]?.[derived]?.[0]).toBe('d--');
  });

  it('Each plan comes after its parent, and its depth also counts parents in other rooms', async () => {
    const [first, second, other] = [
      await roomOf('Hotel Tree'),
      await roomOf('Hotel Tree'),
      await roomOf('Hotel Elsewhere'),
    ];
    const far = await past.plan(other);
    const root = await past.plan(first, { derivation: rule(far, '5') });
    const lone = await past.plan(first);
    const child = await past.plan(first, { derivation: rule(root, '5') });
    const abroad = await past.plan(second, { derivation: rule(child, '5') });
    await service.pushPrices(other, far, [{ date: '2026-12-02', price: '100' }]);
    const rooms = await calendars.ofProperty('Hotel Tree');
    expect(
      rooms.map(({ ratePlans }) =>
        ratePlans.map(({ id, derivedFrom, depth, states }) => [id, derivedFrom, depth, states]),
      ),
    ).toEqual([
      [
        [root, far, 1, '-d-'],
        [child, root, 2, '-d-'],
        [lone, null, 0, '---'],
      ],
      [[abroad, child, 3, '-d-']],
    ]);
  });

  it('The calendar includes rooms without plans, prices or pushes', async () => {
    const room = await roomOf('Hotel Empty');
    const [item] = await calendars.ofProperty('Hotel Empty');
    expect(item).toEqual({
      roomId: room,
      name: 'Double',
      propertyName: 'Hotel Empty',
      lastPush: null,
      totalRooms: [null, null, null],
      occupiedRooms: [null, null, null],
      closed: [false, false, false],
      closures: [],
      ratePlans: [],
    });
  });

  it('The last push of a room is shown even if it had no effect', async () => {
    const room = await roomOf('Hotel Refused');
    const { status, headers } = await service.pushInventory(room, []);
    expect(status).toBe(200);
    const [item] = await calendars.ofProperty('Hotel Refused');
    expect(item?.lastPush).toEqual({
      requestId: headers.get('x-request-id'),
      at: await past.momentOf(headers),
      outcome: 'emptyList',
    });
  });

  it('A search finds rooms by a part of the name or property in any case, and takes % and _ literally', async () => {
    const percent = await roomOf('Hotel Search', '100% Sea_View');
    const plain = await roomOf('Hotel Search', '1000 Seaview');
    const found = async (search: string, query = '') =>
      (await calendars.all(`propertyName=Hotel Search&search=${encodeURIComponent(search)}${query}`)).flat();
    expect(await found('sea')).toEqual([percent, plain]);
    expect(await found('0%')).toEqual([percent]);
    expect(await found('A_v')).toEqual([percent]);
    expect(await found('\\')).toEqual([]);
    expect(await found('hotel search')).toEqual([percent, plain]);
    for (const words of ['SEARCH %', 'Hotel Search · %']) expect(await found(words)).toEqual([percent]);
    const at = `&at=${await past.now()}`;
    expect(await found('sea', at)).toEqual([percent, plain]);
    expect(await found('0%', at)).toEqual([percent]);
    expect(await found('\\', at)).toEqual([]);
  });

  it('The calendar shows one room by its id, now and at a moment, also after the room was deleted', async () => {
    const [, room] = [await roomOf('Hotel One'), await roomOf('Hotel One'), await roomOf('Hotel One')];
    expect(await calendars.all(`roomId=${room}`)).toEqual([[room]]);
    expect(await calendars.all(`roomId=${room}&propertyName=Hotel Two`)).toEqual([[]]);
    const at = await past.now();
    await service.admin('DELETE', `/rooms/${room}?confirm=Double`);
    expect(await calendars.all(`roomId=${room}`)).toEqual([[]]);
    expect(await calendars.all(`roomId=${room}&at=${at}`)).toEqual([[room]]);
    expect((await calendars.read('roomId=Hotel')).status).toBe(400);
  });

  it('The calendar has pages, now and at a moment', async () => {
    const rooms: string[] = [];
    for (let n = 0; n < 5; n++) rooms.push(await roomOf('Hotel Pages'));
    const pages = [rooms.slice(0, 2), rooms.slice(2, 4), rooms.slice(4)];
    expect(await calendars.all('propertyName=Hotel Pages&limit=2')).toEqual(pages);
    expect(await calendars.all(`propertyName=Hotel Pages&limit=2&at=${await past.now()}`)).toEqual(pages);
  });

  it.each([
    ['to=2026-12-02', 'from=2027-01-01', 'must not be before 2027-01-01', '/to'],
    ['to=2027-02-01', 'from=2026-12-01', 'must be within 62 days from 2026-12-01', '/to'],
    ['to=2026-12-02&limit=51', 'from=2026-12-01', 'must not be greater than 50', '/limit'],
    ['to=2026-12-02&limit=0', 'from=2026-12-01', 'must not be less than 1', '/limit'],
    [
      "to=2026-12-02&cursor='; DROP TABLE room",
      'from=2026-12-01',
      'must be a string of digits, from 1 to 9223372036854775807',
      '/cursor',
    ],
    [
      'to=2026-12-02&cursor=99999999999999999999',
      'from=2026-12-01',
      'must be a string of digits, from 1 to 9223372036854775807',
      '/cursor',
    ],
    [
      'to=2026-12-02&at=yesterday',
      'from=2026-12-01',
      'must be an ISO 8601 date-time with Z or an offset',
      '/at',
    ],
    ['to=2026-12-02&colour=red', 'from=2026-12-01', 'is not a field of this call', '/colour'],
  ])('The calendar of many rooms refuses the query %p', async (query, from, message, pointer) => {
    expect(await calendars.read(query, from)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer, message }] },
    });
  });

  it('The calendar can have 62 days, and a page after the largest room id is empty', async () => {
    const { status, body } = await calendars.read(
      'cursor=9223372036854775807',
      'from=2026-12-01&to=2027-01-31',
    );
    expect([status, body.items, body.nextCursor]).toEqual([200, [], null]);
  });

  it('Held prices are shown beside the present prices, but not in past calendars', async () => {
    const room = await roomOf('Hotel Held');
    const plan = await past.create(`/rooms/${room}/ratePlans`, { name: 'Plan', guard: { minimum: '50.00' } });
    await service.pushPrices(room, plan, [
      { date: '2026-12-01', price: 100 },
      { date: '2026-12-02', price: 1.5 },
      { date: '2026-12-04', price: 2 },
    ]);
    const [now] = await calendars.ofProperty('Hotel Held');
    expect(now?.ratePlans).toMatchObject([{ id: plan, prices: ['100.00', null, null] }]);
    expect(now?.ratePlans[0]?.held).toEqual([{ date: '2026-12-02', price: '1.50' }]);
    const [then] = await calendars.ofProperty('Hotel Held', `at=${await past.now()}`);
    expect(then?.ratePlans).toMatchObject([{ prices: ['100.00', null, null], held: [] }]);
  });

  describe('the calendar of many rooms at a moment', () => {
    it('A past calendar has the rules, plans and last push of its moment, also of rooms and plans deleted since', async () => {
      const room = await roomOf('Hotel Then');
      const base = await past.plan(room);
      const derived = await past.plan(room, { derivation: rule(base) });
      await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 3 }]);
      const pushed = await service.pushPrices(room, base, [{ date: '2026-12-01', price: '100' }]);
      const at = await past.momentOf(pushed.headers);
      await service.admin('PATCH', `/ratePlans/${derived}`, { derivation: rule(base, '-20') });
      await service.pushPrices(room, derived, [{ date: '2026-12-01', price: '1' }]);
      const later = await past.now();
      await past.delete(`/ratePlans/${derived}`, 'Plan');
      await past.delete(`/rooms/${room}`, 'Double');
      const { status, body } = await calendars.read(`propertyName=Hotel Then&at=${at}`);
      expect([status, body.at, body.knownSince]).toEqual([200, at, body.items[0]?.knownSince]);
      expect(body.items).toEqual([
        {
          roomId: room,
          name: 'Double',
          propertyName: 'Hotel Then',
          knownSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string,
          lastPush: { requestId: pushed.headers.get('x-request-id'), at, outcome: 'applied' },
          totalRooms: [3, null, null],
          occupiedRooms: [null, null, null],
          closed: [false, false, false],
          closures: [],
          ratePlans: [
            expect.objectContaining({ id: base, prices: ['100.00', null, null], states: 'p--' }),
            expect.objectContaining({
              id: derived,
              derivedFrom: base,
              depth: 1,
              prices: ['90.00', null, null],
              states: 'd--',
              restrictions: {},
            }),
          ],
        },
      ]);
      const afterwards = await calendars.cells('Hotel Then', `at=${later}`);
      expect(afterwards[room]?.[derived]).toEqual(['o--', ['1.00', null, null]]);
      expect(await calendars.ofProperty('Hotel Then', `at=${await past.now()}`)).toEqual([]);
      expect(await calendars.ofProperty('Hotel Then')).toEqual([]);
    });

    it('A past calendar has the parents of plans in other rooms as they were', async () => {
      const [room, other] = [await roomOf('Hotel Child'), await roomOf('Hotel Parent')];
      const base = await past.plan(other);
      const derived = await past.plan(room, { derivation: rule(base) });
      const at = await past.push(other, base, 100);
      await past.push(other, base, 200);
      await service.admin('PATCH', `/ratePlans/${derived}`, { derivation: null });
      const [item] = await calendars.ofProperty('Hotel Child', `at=${at}`);
      expect(item?.ratePlans).toMatchObject([{ id: derived, derivedFrom: base, depth: 1, states: 'd--' }]);
      expect(item?.ratePlans[0]?.prices).toEqual(['90.00', null, null]);
      expect((await calendars.cells('Hotel Child'))[room]?.[derived]).toEqual([
        'p--',
        ['180.00', null, null],
      ]);
    });

    it('A past calendar finds a room by its name then, and not by a later one', async () => {
      const room = await roomOf('Hotel Renamed', 'Old name');
      const at = await past.now();
      await service.admin('PATCH', `/rooms/${room}`, { name: 'New name' });
      const named = async (search: string) => (await calendars.all(`search=${search}&at=${at}`)).flat();
      expect([await named('old name'), await named('new name')]).toEqual([[room], []]);
      expect((await calendars.all('search=new name')).flat()).toEqual([room]);
    });

    it('A room whose past begins after the moment is listed, with the time at which its past begins', async () => {
      const known = await roomOf('Hotel Unknown');
      const unknown = await service.records.room('Hotel Unknown');
      const at = await past.now();
      await service.pushInventory(unknown, [{ date: '2026-12-01', inventoryNumber: 3 }]);
      const { status, body } = await calendars.read(`propertyName=Hotel Unknown&at=${at}`);
      expect([status, body.items.map(({ roomId }) => roomId)]).toEqual([200, [known, unknown]]);
      const [, item] = body.items;
      expect(item).toMatchObject({ totalRooms: [null, null, null], lastPush: null, ratePlans: [] });
      expect((item?.knownSince ?? '') > at).toBe(true);
      expect(body.knownSince).toBe(item?.knownSince);
    });

    it('A moment before the known past is a 404 that says when the past begins', async () => {
      const { status, body } = await calendars.read('at=2000-01-01T00:00:00Z');
      expect([status, body.detail]).toEqual([
        404,
        expect.stringMatching(/^The past is known since \d{4}-\d\d-\d\dT[\d:.]+Z$/),
      ]);
    });
  });

  describe('a large calendar of many rooms', () => {
    const RANGE = 'from=2026-12-01&to=2027-01-31';
    beforeAll(async () => {
      await service.dataSource.query(
        `INSERT INTO room (id, name, property_name) SELECT 1000 + n, 'Large', 'Hotel Large' FROM generate_series(1, 50) AS n`,
      );
      await service.dataSource.query(
        `INSERT INTO rate_plan (id, room_id, name, derived_from_id, derivation)
         SELECT room.id * 1000 + n, room.id, 'Plan', CASE WHEN n > 1 THEN room.id * 1000 + 1 END,
                CASE WHEN n > 1 THEN $1::jsonb END
           FROM room CROSS JOIN generate_series(1, 200) AS n WHERE property_name = 'Hotel Large' ORDER BY n`,
        [
          JSON.stringify({
            steps: [],
            rounding: { mode: 'halfUp', increment: '0.01' },
            minimum: null,
            maximum: null,
          }),
        ],
      );
      await service.dataSource.query(
        `INSERT INTO room_availability SELECT id, date '2026-12-01' + n, 5, 0
           FROM room CROSS JOIN generate_series(0, 61) AS n WHERE property_name = 'Hotel Large'`,
      );
      await service.fill(
        `INSERT INTO rate_room_availability
         SELECT plan.room_id, plan.id, date, 123.45 FROM rate_plan AS plan JOIN room_availability USING (room_id)
          WHERE plan.room_id BETWEEN $1 AND $2`,
        [1001, 1050],
      );
    }, 120_000);

    it('The pages of a large calendar have up to 4 MiB and each room once, and other calls are answered meanwhile', async () => {
      const rooms: string[] = [];
      let delay = 0;
      for (let cursor: string | null = ''; cursor !== null;) {
        const path = `/admin/calendar?propertyName=Hotel Large&${RANGE}${cursor && `&cursor=${cursor}`}`;
        const answering = service.call(path);
        const start = performance.now();
        await service.call('/health/live');
        delay = Math.max(delay, performance.now() - start);
        const { text } = await answering;
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4 * 1024 * 1024);
        const page = JSON.parse(text) as {
          items: { roomId: string; ratePlans: { states: string }[] }[];
          nextCursor: string | null;
        };
        for (const { roomId, ratePlans } of page.items) {
          rooms.push(roomId);
          expect(ratePlans.map(({ states }) => states)).toEqual([
            'p'.repeat(62),
            ...Array<string>(199).fill('d'.repeat(62)),
          ]);
        }
        cursor = page.nextCursor;
      }
      expect(rooms).toEqual(Array.from({ length: 50 }, (_, n) => String(1001 + n)));
      expect(delay).toBeLessThan(10_000);
    });
  });
});
