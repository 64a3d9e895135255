import { Calendars } from '../support/calendars';
import { Past } from '../support/past';
import { TestService } from '../support/service';

describe('the calendar of many rooms, in the administration', () => {
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
  /** Rooms of a property that no other test has. */
  const roomOf = (propertyName: string, name = 'Double') => past.create('/rooms', { name, propertyName });

  it('has a row a plan with a value a date, where each price comes from, and the last push', async () => {
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
          ratePlans: [
            {
              id: base,
              name: 'Plan',
              currency: 'EUR',
              derivedFrom: null,
              depth: 0,
              prices: ['100.10', null, null],
              states: 'pn-',
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
              held: [],
            },
          ],
        },
      ],
      nextCursor: null,
    });
  });

  it.each([
    ['what its rule gives', '90', 'd'],
    ['a cent more than its rule gives', '90.01', 'o'],
    ['nothing at all for a price', '0', 'o'],
  ])('says of a derived plan with %s: %s is %s', async (_, price, state) => {
    const property = `Hotel ${price}`;
    const room = await roomOf(property);
    const base = await past.plan(room);
    const derived = await past.plan(room, { derivation: rule(base) });
    await service.pushPrices(room, base, [{ date: '2026-12-01', price: '100' }]);
    await service.pushPrices(room, derived, [{ date: '2026-12-01', price }]);
    expect((await calendars.cells(property))[room]?.[derived]?.[0]).toBe(`${state}--`);
  });

  it('tells rules apart that numbers alone cannot calculate exactly', async () => {
    const room = await roomOf('Hotel Exact');
    const base = await past.plan(room);
    const steps = Array.from({ length: 10 }, () => ({ percent: '12.3456' }));
    const derived = await past.plan(room, { derivation: { from: base, steps } });
    await service.pushPrices(room, base, [{ date: '2026-12-01', price: '1234567.8901' }]);
    expect((await calendars.cells('Hotel Exact'))[room]?.[derived]?.[0]).toBe('d--');
  });

  it('puts plans behind those from which they derive, and says how deep they are, also across rooms', async () => {
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

  it('has rooms without plans, without prices and without pushes', async () => {
    const room = await roomOf('Hotel Empty');
    const [item] = await calendars.ofProperty('Hotel Empty');
    expect(item).toEqual({
      roomId: room,
      name: 'Double',
      propertyName: 'Hotel Empty',
      lastPush: null,
      totalRooms: [null, null, null],
      occupiedRooms: [null, null, null],
      ratePlans: [],
    });
  });

  it('tells of the last push also where it came to nothing', async () => {
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

  it('finds rooms by a part of their name or property, whatever the case, and takes % and _ as they are', async () => {
    const percent = await roomOf('Hotel Search', '100% Sea_View');
    const plain = await roomOf('Hotel Search', '1000 Seaview');
    const found = async (search: string, query = '') =>
      (await calendars.all(`propertyName=Hotel Search&search=${encodeURIComponent(search)}${query}`)).flat();
    expect(await found('sea')).toEqual([percent, plain]);
    expect(await found('0%')).toEqual([percent]);
    expect(await found('A_v')).toEqual([percent]);
    expect(await found('\\')).toEqual([]);
    expect(await found('hotel search')).toEqual([percent, plain]);
    const at = `&at=${await past.now()}`;
    expect(await found('sea', at)).toEqual([percent, plain]);
    expect(await found('0%', at)).toEqual([percent]);
    expect(await found('\\', at)).toEqual([]);
  });

  it('comes in pages, now and of a moment', async () => {
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
  ])('is refused %p', async (query, from, message, pointer) => {
    expect(await calendars.read(query, from)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer, message }] },
    });
  });

  it('has 62 days, and nothing behind the largest id', async () => {
    const { status, body } = await calendars.read(
      'cursor=9223372036854775807',
      'from=2026-12-01&to=2027-01-31',
    );
    expect([status, body.items, body.nextCursor]).toEqual([200, [], null]);
  });
});
