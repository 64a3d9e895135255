import { holdRoom, isWaitingForALock } from '../../support/locks';
import { TestService } from '../../support/service';

const rule = (from: string, more: object = {}) => ({ from, steps: [], ...more });
const toTheCent = { mode: 'halfUp', increment: '0.01' };

describe('rate plans in the administration', () => {
  let service: TestService;
  let room: string;
  let base: string;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());
  beforeEach(async () => {
    room = await service.records.room();
    base = await service.records.ratePlan(room);
  });

  const create = (roomId: string, plan: object) =>
    service.admin<Plan>('POST', `/rooms/${roomId}/ratePlans`, plan);
  const change = (id: string, changes: object) => service.admin<Plan>('PATCH', `/ratePlans/${id}`, changes);
  const push = (price: number | string, ...dates: string[]) =>
    service.pushPrices(
      room,
      base,
      dates.map((date) => ({ date, price })),
    );

  interface Plan {
    id: string;
    roomId: string;
    name: string;
    currency: string;
    derivation: object | null;
    detail: string;
    errors: { pointer: string; message: string }[];
  }

  it('A plan is created with a new or a given id, and can be read', async () => {
    const created = await create(room, { name: 'Flexible' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String),
      roomId: room,
      name: 'Flexible',
      currency: 'EUR',
      derivation: null,
      guard: null,
    });
    expect((await service.admin('GET', `/ratePlans/${created.body.id}`)).body).toEqual(created.body);
    const given = await create(room, { id: '8000000000000000001', name: 'Given', currency: 'CHF' });
    expect(given.body).toMatchObject({ id: '8000000000000000001', currency: 'CHF' });
    expect((await create(room, { id: '8000000000000000001', name: 'Again' })).status).toBe(409);
    expect((await create('987654', { name: 'Nowhere' })).body.detail).toBe('There is no room 987654');
  });

  it('Plans are listed by room and by a part of their name, page by page', async () => {
    const other = await service.records.room();
    const names = ['Früh bucht 10%', 'FRÜHSTÜCK', 'Flexible'];
    const plans: Plan[] = [];
    for (const name of names) plans.push((await create(room, { name, derivation: rule(base) })).body);
    plans.push((await create(other, { name: 'früh' })).body);
    interface List {
      items: Plan[];
      nextCursor: string | null;
    }
    const list = async (query: Record<string, string>) =>
      (await service.admin<List>('GET', `/ratePlans?${new URLSearchParams(query).toString()}`)).body;
    expect(await list({ search: 'früh' })).toEqual({
      items: [plans[3], plans[0], plans[1]],
      nextCursor: null,
    });
    expect((await list({ search: 'früh', derived: 'true' })).items).toEqual([plans[0], plans[1]]);
    expect((await list({ search: 'früh', derived: 'false' })).items).toEqual([plans[3]]);
    expect((await list({ roomId: room, derived: 'false' })).items).toMatchObject([{ id: base }]);
    expect((await list({ search: 'früh', roomId: other })).items).toEqual([plans[3]]);
    expect((await list({ search: '0%', roomId: room })).items).toEqual([plans[0]]);
    expect((await list({ search: 'r_h', roomId: room })).items).toEqual([]);
    const first = await list({ roomId: room, limit: '3' });
    expect(first).toMatchObject({ items: [{ id: base }, plans[0], plans[1]], nextCursor: plans[1]?.id });
    const second = await list({ roomId: room, limit: '3', cursor: first.nextCursor ?? '' });
    expect(second).toEqual({ items: [plans[2]], nextCursor: null });
    expect(await list({ roomId: '987654' })).toEqual({ items: [], nextCursor: null });
    expect((await service.admin('GET', '/ratePlans?roomId=x')).status).toBe(400);
  });

  it('Plans are listed by the plan from which they derive, in any room', async () => {
    const other = await service.records.room();
    const child = await create(room, { name: 'Child', derivation: rule(base) });
    const grandchild = await create(other, { name: 'Grandchild', derivation: rule(child.body.id) });
    await create(other, { name: 'Pushed' });
    const list = async (query: string) =>
      (await service.admin<{ items: Plan[]; nextCursor: string | null }>('GET', `/ratePlans?${query}`)).body;
    const first = await list(`derivedFrom=${base}&limit=1`);
    expect(first.items).toEqual([child.body]);
    expect(await list(`derivedFrom=${base}&limit=1&cursor=${first.nextCursor}`)).toEqual({
      items: [grandchild.body],
      nextCursor: null,
    });
    expect((await list(`derivedFrom=${base}&roomId=${other}`)).items).toEqual([grandchild.body]);
    expect((await list(`derivedFrom=${base}&search=grand`)).items).toEqual([grandchild.body]);
    expect((await list(`derivedFrom=${grandchild.body.id}`)).items).toEqual([]);
  });

  it('A search finds plans by the words of their hotel, room and own name, and can be limited to a hotel', async () => {
    const roomIn = async (propertyName: string) =>
      (await service.admin('POST', '/rooms', { name: 'Turmzimmer', propertyName })).body['id'] as string;
    const [golden, silver] = [await roomIn('Goldener Anker'), await roomIn('Silberner Anker')];
    const [plan, other] = [
      await create(golden, { name: 'Halbpension' }),
      await create(silver, { name: 'Halbpension' }),
    ];
    const find = async (query: Record<string, string>) =>
      (await service.admin<{ items: Plan[] }>('GET', `/ratePlans?${new URLSearchParams(query).toString()}`))
        .body.items;
    for (const search of ['Goldener Anker · Turmzimmer · Halbpension', 'halb turm goldener'])
      expect(await find({ search })).toEqual([plan.body]);
    expect(await find({ search: 'Turmzimmer Halbpension' })).toEqual([plan.body, other.body]);
    expect(await find({ search: 'Turmzimmer', propertyName: 'Silberner Anker' })).toEqual([other.body]);
    expect(await find({ propertyName: 'Silberner Anker' })).toEqual([other.body]);
    expect(await find({ propertyName: 'Silberner Anker', roomId: golden })).toEqual([]);
  });

  it('A plan gets a free id even if the next one was given to its parent by hand', async () => {
    const [{ next }] = await service.dataSource.query<[{ next: string }]>(
      `SELECT nextval(pg_get_serial_sequence('rate_plan', 'id')) + 1 AS next`,
    );
    expect((await create(room, { id: next, name: 'By hand' })).status).toBe(201);
    const derived = await create(room, { name: 'Derived', derivation: rule(next) });
    expect(derived).toMatchObject({ status: 201, body: { id: String(BigInt(next) + 1n) } });
  });

  it('The id of the parent is refused as one that is taken', async () => {
    const answer = await create(room, { id: base, name: 'Derived', derivation: rule(base) });
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: `There is a rate plan ${base} already. Leave the id out to get a free one.` },
    });
  });

  it("A derived plan has its parent's currency, the default rounding, and prices at once", async () => {
    const chf = (await create(room, { name: 'Francs', currency: 'CHF' })).body.id;
    await service.pushPrices(room, chf, [{ date: '2026-12-05', price: '100.10' }]);
    const derived = await create(room, {
      name: 'Derived',
      derivation: rule(chf, { steps: [{ percent: '-10' }] }),
    });
    expect(derived.body).toMatchObject({
      currency: 'CHF',
      derivation: {
        from: chf,
        steps: [{ percent: '-10' }],
        rounding: toTheCent,
        minimum: null,
        maximum: null,
      },
    });
    expect(await service.records.prices(derived.body.id)).toEqual({ '2026-12-05': '90.0900' });
  });

  it("A derived plan gets prices for the parent's records in the update window, NULL where no price is set", async () => {
    const other = await service.records.room();
    await push(100, '2026-11-30', '2028-12-01');
    await service.pushInventory(room, [{ date: '2026-12-03', inventoryNumber: 1 }]);
    await service.records.day(room, '2026-11-29');
    await service.records.price(room, base, '2026-11-29', 5);
    const derived = (
      await create(other, { name: 'Derived', derivation: rule(base, { steps: [{ amount: '1' }] }) })
    ).body;
    expect(await service.records.prices(derived.id)).toEqual({
      '2026-11-30': '101.0000',
      '2026-12-03': null,
      '2028-12-01': '101.0000',
    });
    expect(await service.records.availability(other)).toEqual({
      '2026-11-30': [0, 0],
      '2026-12-03': [0, 0],
      '2028-12-01': [0, 0],
    });
  });

  it('A changed derivation or parent recalculates the plan and all below it, but not the past', async () => {
    const second = await service.records.ratePlan(room);
    const derived = (await create(room, { name: 'Derived', derivation: rule(base) })).body.id;
    const below = (
      await create(room, { name: 'Below', derivation: rule(derived, { steps: [{ amount: '1' }] }) })
    ).body.id;
    await push(100, '2026-12-01');
    await service.pushPrices(room, second, [{ date: '2026-12-02', price: 50 }]);
    await service.records.day(room, '2026-11-29');
    for (const id of [base, derived, below]) {
      await service.records.price(room, id, '2026-11-29', 7);
    }

    await change(derived, { derivation: rule(base, { steps: [{ percent: '50' }] }) });
    expect(await service.records.prices(derived)).toEqual({
      '2026-11-29': '7.0000',
      '2026-12-01': '150.0000',
    });
    expect(await service.records.prices(below)).toEqual({ '2026-11-29': '7.0000', '2026-12-01': '151.0000' });

    await change(derived, { derivation: rule(second) });
    expect(await service.records.prices(derived)).toEqual({
      '2026-11-29': '7.0000',
      '2026-12-01': '150.0000',
      '2026-12-02': '50.0000',
    });
    expect(await service.records.prices(below)).toMatchObject({
      '2026-12-01': '151.0000',
      '2026-12-02': '51.0000',
    });
  });

  it('A price pushed to a plan stays if only the name of the plan changes', async () => {
    const derivation = rule(base, {
      steps: [{ percent: '-10' }],
      rounding: toTheCent,
      minimum: null,
      maximum: null,
    });
    const derived = (await create(room, { name: 'Derived', derivation })).body.id;
    await push(100, '2026-12-01');
    await service.pushPrices(room, derived, [{ date: '2026-12-01', price: 42 }]);
    expect((await change(derived, { name: 'Other', derivation })).body.name).toBe('Other');
    expect(await service.records.prices(derived)).toEqual({ '2026-12-01': '42.0000' });
  });

  it('The prices of a plan stay when the derivation is removed', async () => {
    const derived = (await create(room, { name: 'Derived', derivation: rule(base) })).body.id;
    await push(100, '2026-12-01');
    expect((await change(derived, { derivation: null })).body.derivation).toBeNull();
    await push(200, '2026-12-01');
    expect(await service.records.prices(derived)).toEqual({ '2026-12-01': '100.0000' });
  });

  it('Prices become NULL if a new parent has no price', async () => {
    const unpriced = await service.records.ratePlan(room);
    const derived = (await create(room, { name: 'Derived', derivation: rule(base) })).body.id;
    await push(100, '2026-12-01');
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 1 }]);
    await change(derived, { derivation: rule(unpriced) });
    expect(await service.records.prices(derived)).toEqual({ '2026-12-01': null });
  });

  it('A plan is deleted with its prices, but not while another one derives from it', async () => {
    const derived = (await create(room, { name: 'Derived', derivation: rule(base) })).body.id;
    await push(100, '2026-12-01');
    expect(await service.admin<Plan>('DELETE', `/ratePlans/${base}?confirm=Plan`)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(derived) as string },
    });
    expect((await service.admin('DELETE', `/ratePlans/${derived}?confirm=Derived`)).status).toBe(204);
    expect((await service.admin('DELETE', `/ratePlans/${base}?confirm=Plan`)).status).toBe(204);
    expect((await service.admin('DELETE', `/ratePlans/${base}?confirm=Plan`)).status).toBe(404);
    expect(await service.records.prices(base)).toEqual({});
  });

  it('A change also waits for a room in which a derived plan appeared while the change waited for its own room', async () => {
    const [other, second] = [await service.records.room(), await service.records.ratePlan(room)];
    const derived = (await create(room, { name: 'Derived', derivation: rule(base) })).body.id;
    await service.records.day(room, '2026-12-01', 1);
    await service.records.price(room, second, '2026-12-01', 9);
    const [own, foreign] = [await holdRoom(service, room), await holdRoom(service, other)];
    const changed = change(derived, { derivation: rule(second) });
    await isWaitingForALock(service);
    const below = await service.records.ratePlan(other, derived);
    await own.release();
    await isWaitingForALock(service);
    await foreign.release();
    expect((await changed).status).toBe(200);
    expect(await service.records.prices(below)).toEqual({ '2026-12-01': '9.0000' });
  });

  it('No push fails while plans are changed and deleted', async () => {
    const answers = [];
    for (let round = 0; round < 10; round++) {
      const derived = (await create(room, { name: 'Derived', derivation: rule(base) })).body.id;
      answers.push(push(round, '2026-12-01', '2026-12-02'), push(round + 1, '2026-12-02'));
      await change(derived, { derivation: rule(base, { steps: [{ percent: String(round) }] }) });
      answers.push(push(round + 2, '2026-12-03'));
      await service.admin('DELETE', `/ratePlans/${derived}?confirm=Derived`);
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(
      Array.from({ length: 30 }, () => 200),
    );
  });
});
