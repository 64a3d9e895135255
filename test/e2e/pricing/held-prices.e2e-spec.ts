import { DATE, days, GUARD, GuardedPlan, requestOf } from '../../support/held-prices';
import { TestService } from '../../support/service';

describe('a plan with a guard', () => {
  let service: TestService;
  let guarded: GuardedPlan;
  let room: string;
  let plan: string;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());
  beforeEach(async () => {
    guarded = await GuardedPlan.create(service);
    ({ room, plan } = guarded);
  });

  it.each([
    ['below its minimum', '39.99', 'belowMinimum'],
    ['above its maximum', '900.01', 'aboveMaximum'],
    ['far below the stored one', '49.9999', 'decrease'],
    ['far above the stored one', '300.0001', 'increase'],
  ])('A guard holds a price %s, and the answer is a success', async (_, price, reason) => {
    const answer = await guarded.push(price);
    expect([answer.status, answer.text]).toEqual([200, 'Price is successfully updated']);
    expect(answer.headers.get('x-records-held')).toBe('1');
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '100.0000' });
    const [item] = (await guarded.list()).items;
    expect(item).toEqual({
      ratePlanId: plan,
      roomId: room,
      date: DATE,
      price: '100.00',
      held: price,
      reason,
      requestId: requestOf(answer),
      heldAt: expect.any(String),
    });
    expect(await guarded.entry(requestOf(answer))).toMatchObject({
      outcome: 'applied',
      received: 1,
      applied: 0,
      unchanged: 0,
      held: 1,
      records: [{ date: DATE, verdict: 'held' }],
    });
    const receipt = JSON.parse((await service.call(`/receipts/${requestOf(answer)}`)).text) as object;
    expect(receipt).toMatchObject({ held: 1, records: [{ verdict: 'held' }] });
  });

  it.each(['40', '50', '300', '900'])('A guard accepts its bound of %s', async (price) => {
    if (price === '40') await guarded.setGuard({ ...GUARD, maxDecreasePercent: '60' });
    if (price === '900') await guarded.setGuard({ ...GUARD, maxIncreasePercent: '800' });
    expect((await guarded.push(price)).headers.get('x-records-held')).toBe('0');
    expect(await service.records.prices(plan)).toEqual({ [DATE]: `${price}.0000` });
  });

  it('A guard compares with the stored price exactly, at any size', async () => {
    await guarded.setGuard({ maxDecreasePercent: '33.3333', maxIncreasePercent: '0.0001' });
    const cases = [
      ['0.0003', '0.0002', 'decrease'],
      ['9999999999.9999', '6666670000', null],
      ['9999999999.9999', '6666669999.9999', 'decrease'],
      ['1000000', '1000001', null],
      ['1000000', '1000001.0001', 'increase'],
    ] as const;
    for (const [index, [stored, pushed, reason]] of cases.entries()) {
      const date = days(30)[index]!;
      await guarded.push(stored, date);
      await guarded.push(pushed, date);
      const item = (await guarded.list()).items.find((one) => one.date === date);
      expect({ stored, pushed, reason: item?.reason ?? null }).toEqual({ stored, pushed, reason });
    }
  });

  it('A guard does not compare with an unset price or 0, but its bounds still hold prices', async () => {
    await service.pushInventory(room, [{ date: '2026-12-25', inventoryNumber: 1 }]);
    await guarded.setGuard({ maxIncreasePercent: '0', maxDecreasePercent: '0', minimum: '0' });
    await service.records.day(room, '2026-12-26');
    await service.records.price(room, plan, '2026-12-26', 0);
    for (const date of ['2026-12-25', '2026-12-26', '2026-12-27']) await guarded.push(500, date);
    expect(await guarded.held()).toEqual({});
    await guarded.setGuard({ minimum: '600' });
    expect((await guarded.push(1, '2026-12-30')).headers.get('x-records-held')).toBe('1');
    expect(await service.records.availability(room)).not.toHaveProperty('2026-12-30');
    expect((await guarded.list()).items).toMatchObject([{ date: '2026-12-30', price: null, held: '1.00' }]);
    expect(await guarded.story(plan, '2026-12-30')).toMatchObject({
      price: null,
      origin: 'notSet',
      held: { price: '1.00' },
    });
  });

  it('A push may have held, applied, skipped and superseded records', async () => {
    await guarded.push(100, '2026-12-25');
    const answer = await service.pushPrices(room, plan, [
      { date: '2026-12-25', price: 1 },
      { date: DATE, price: 1 },
      { date: '2026-12-25', price: 120 },
      { date: '2020-01-01', price: 1 },
      { date: '2026-12-26', price: 100 },
    ]);
    const counts = ['skipped', 'held', 'late'].map((verdict) => answer.headers.get(`x-records-${verdict}`));
    expect(counts).toEqual(['1', '1', '0']);
    const { records } = (await guarded.entry(requestOf(answer))) as { records: { verdict: string }[] };
    expect(records.map(({ verdict }) => verdict)).toEqual([
      'superseded',
      'held',
      'applied',
      'skipped',
      'applied',
    ]);
    expect(await service.records.prices(plan)).toEqual({
      [DATE]: '100.0000',
      '2026-12-25': '120.0000',
      '2026-12-26': '100.0000',
    });
  });

  it('Derived plans, also in other rooms, do not see held prices', async () => {
    const child = await service.records.ratePlan(room, plan, { steps: [{ amount: '5' }] });
    const elsewhere = await service.records.room();
    const grandchild = await service.records.ratePlan(elsewhere, child, { steps: [{ amount: '1' }] });
    await guarded.push(110);
    await guarded.push(1);
    expect(await service.records.prices(child)).toEqual({ [DATE]: '115.0000' });
    expect(await service.records.prices(grandchild)).toEqual({ [DATE]: '116.0000' });
    expect((await guarded.decide('release')).body.records).toBe(1);
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '1.0000' });
    expect(await service.records.prices(child)).toEqual({ [DATE]: '6.0000' });
    expect(await service.records.prices(grandchild)).toEqual({ [DATE]: '7.0000' });
    expect(await guarded.story(grandchild)).toMatchObject({
      price: '7.00',
      history: [{ kind: 'release' }, { kind: 'push' }],
    });
  });

  it('A derived plan may have a guard, which holds pushed prices but not derived ones', async () => {
    const child = await service.records.ratePlan(room, plan, { steps: [{ amount: '5' }] });
    await guarded.setGuard({ maxDecreasePercent: '10' }, child);
    await guarded.push(200);
    expect((await guarded.push(50, DATE, child)).headers.get('x-records-held')).toBe('1');
    await guarded.push(110);
    expect(await service.records.prices(child)).toEqual({ [DATE]: '115.0000' });
    expect(await guarded.held(child)).toEqual({ [DATE]: '50.00' });
    expect(await guarded.story(child)).toMatchObject({
      origin: 'derived',
      held: { price: '50.00', reason: 'decrease' },
    });
    await guarded.decide('release', DATE, DATE, undefined, child);
    expect(await service.records.prices(child)).toEqual({ [DATE]: '50.0000' });
    await guarded.push(110);
    expect(await service.records.prices(child)).toEqual({ [DATE]: '115.0000' });
  });

  it('A cell has one held price, and a later push of the cell replaces or removes the held price', async () => {
    await guarded.push(1);
    const second = requestOf(await guarded.push(2));
    expect((await guarded.list()).items).toMatchObject([{ held: '2.00', requestId: second }]);
    await guarded.push(3, '2026-12-25');
    expect(await guarded.held()).toEqual({ [DATE]: '2.00', '2026-12-25': '3.00' });
    await guarded.push(100);
    expect(await guarded.held()).toEqual({ '2026-12-25': '3.00' });
    expect((await guarded.hasHeldPrices()).flag).toBe(true);
    await guarded.push(100, '2026-12-25');
    expect(await guarded.held()).toEqual({});
    expect((await guarded.hasHeldPrices()).flag).toBe(false);
  });

  it('A changed or removed guard leaves held prices until a push or a decision', async () => {
    await service.pushPrices(room, plan, [
      { date: DATE, price: 1 },
      { date: '2026-12-25', price: 2 },
      { date: '2026-12-26', price: 3 },
    ]);
    await guarded.setGuard({ minimum: '2' });
    expect(Object.keys(await guarded.held())).toHaveLength(3);
    await guarded.setGuard(null);
    expect(Object.keys(await guarded.held())).toHaveLength(3);
    await guarded.push(1);
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '1.0000' });
    expect(await guarded.held()).toEqual({ '2026-12-25': '2.00', '2026-12-26': '3.00' });
    expect((await guarded.decide('discard', '2026-12-01', '2026-12-25')).body.records).toBe(1);
    await guarded.push(100, '2026-12-26');
    expect(await guarded.hasHeldPrices()).toEqual({ flag: false, rows: false });
  });

  it('Inventory, room edits and rule changes leave held prices alone', async () => {
    await guarded.push(1);
    await service.pushInventory(room, [{ date: DATE, inventoryNumber: 3 }]);
    await service.editRoom({ id: room, qty: 3 });
    const parent = await service.records.ratePlan(room);
    await guarded.push(5, DATE, parent);
    await service.admin('PATCH', `/ratePlans/${plan}`, { derivation: { from: parent, steps: [] } });
    expect(await service.records.prices(plan)).toEqual({ [DATE]: '5.0000' });
    expect(await guarded.held()).toEqual({ [DATE]: '1.00' });
  });

  it('No calendar, present or past, shows held prices as prices', async () => {
    const before = requestOf(await guarded.push(110));
    await guarded.push(1);
    const calendar = async (at: string) => {
      const range = `from=${DATE}&to=${DATE}`;
      const { body } = await service.admin('GET', `/rooms/${room}/calendar?${range}${at}`);
      return (body as { days: { prices: { price: string }[] }[] }).days[0]?.prices.map(({ price }) => price);
    };
    const now = new Date(Date.now() + 60_000).toISOString();
    expect([await calendar(''), await calendar(`&at=${now}`)]).toEqual([['110.00'], ['110.00']]);
    const { history } = (await guarded.story()) as { history: { requestId: string }[] };
    expect(history[0]?.requestId).toBe(before);
    await guarded.decide('release');
    expect([await calendar(''), await calendar(`&at=${now}`)]).toEqual([['1.00'], ['1.00']]);
  });

  it('The deletion of a room deletes its held prices', async () => {
    await guarded.push(1);
    expect((await service.admin('DELETE', `/rooms/${room}?confirm=Double`)).status).toBe(204);
    expect(await service.dataSource.query(`SELECT FROM held_price WHERE room_id = $1`, [room])).toEqual([]);
  });

  it('A guard holds pushes of a token for its property, and a token for another property pushes nothing', async () => {
    const own = await service.createToken('own', ['push'], { propertyNames: ['Hotel Bar'] });
    const foreign = await service.createToken('foreign', ['push'], { propertyNames: ['Hotel Foo'] });
    const pushWith = (token: string) =>
      service.post(`/updateCalendarPrices?roomId=${room}&ratePlanId=${plan}`, [{ date: DATE, price: 1 }], {
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await pushWith(foreign)).status).toBe(403);
    expect(await guarded.held()).toEqual({});
    expect((await pushWith(own)).headers.get('x-records-held')).toBe('1');
    expect(await guarded.held()).toEqual({ [DATE]: '1.00' });
  });
});
