import { holdRoom, isWaitingForALock } from '../support/locks';
import { TestService } from '../support/service';

const rule = (from: string, more: object = {}) => ({ from, steps: [], ...more });
const toTheCent = { mode: 'halfUp', increment: '0.01' };

describe('rate plans, in the administration', () => {
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

  it('are created with an id of their own or a given one, and read', async () => {
    const created = await create(room, { name: 'Flexible' });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String),
      roomId: room,
      name: 'Flexible',
      currency: 'EUR',
      derivation: null,
    });
    expect((await service.admin('GET', `/ratePlans/${created.body.id}`)).body).toEqual(created.body);
    const given = await create(room, { id: '8000000000000000001', name: 'Given', currency: 'CHF' });
    expect(given.body).toMatchObject({ id: '8000000000000000001', currency: 'CHF' });
    expect((await create(room, { id: '8000000000000000001', name: 'Again' })).status).toBe(409);
    expect((await create('987654', { name: 'Nowhere' })).body.detail).toBe('There is no room 987654');
  });

  it('get a free id also where the next one is that of their parent, which was given by hand', async () => {
    const [{ next }] = await service.dataSource.query<[{ next: string }]>(
      `SELECT nextval(pg_get_serial_sequence('rate_plan', 'id')) + 1 AS next`,
    );
    expect((await create(room, { id: next, name: 'By hand' })).status).toBe(201);
    const derived = await create(room, { name: 'Derived', derivation: rule(next) });
    expect(derived).toMatchObject({ status: 201, body: { id: String(BigInt(next) + 1n) } });
  });

  it('are refused the id of their parent as one that is taken', async () => {
    const answer = await create(room, { id: base, name: 'Derived', derivation: rule(base) });
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: `There is a rate plan ${base} already. Leave the id out to get a free one.` },
    });
  });

  it('that are derived have the currency of their parent, half up to 0.01 as rounding, and prices at once', async () => {
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

  it('get prices on the dates of the update window on which the parent has a record, NULL where it has no price', async () => {
    const other = await service.records.room();
    await push(100, '2026-11-30', '2028-12-01');
    await service.pushInventory(room, [{ date: '2026-12-03', inventoryNumber: 1 }]);
    await service.dataSource.query(`INSERT INTO room_availability VALUES ($1, '2026-11-29', 0, 0)`, [room]);
    await service.dataSource.query(`INSERT INTO rate_room_availability VALUES ($1, $2, '2026-11-29', 5)`, [
      room,
      base,
    ]);
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

  it('recalculate the plan and all below it when the derivation or the parent changes, and nothing in the past', async () => {
    const second = await service.records.ratePlan(room);
    const derived = (await create(room, { name: 'Derived', derivation: rule(base) })).body.id;
    const below = (
      await create(room, { name: 'Below', derivation: rule(derived, { steps: [{ amount: '1' }] }) })
    ).body.id;
    await push(100, '2026-12-01');
    await service.pushPrices(room, second, [{ date: '2026-12-02', price: 50 }]);
    await service.dataSource.query(`INSERT INTO room_availability VALUES ($1, '2026-11-29', 0, 0)`, [room]);
    for (const id of [base, derived, below]) {
      await service.dataSource.query(`INSERT INTO rate_room_availability VALUES ($1, $2, '2026-11-29', 7)`, [
        room,
        id,
      ]);
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

  it('keep a price pushed straight to them when only their name changes', async () => {
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

  it('keep their prices when the derivation is taken away', async () => {
    const derived = (await create(room, { name: 'Derived', derivation: rule(base) })).body.id;
    await push(100, '2026-12-01');
    expect((await change(derived, { derivation: null })).body.derivation).toBeNull();
    await push(200, '2026-12-01');
    expect(await service.records.prices(derived)).toEqual({ '2026-12-01': '100.0000' });
  });

  it('go back to NULL where a new parent has no price', async () => {
    const unpriced = await service.records.ratePlan(room);
    const derived = (await create(room, { name: 'Derived', derivation: rule(base) })).body.id;
    await push(100, '2026-12-01');
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 1 }]);
    await change(derived, { derivation: rule(unpriced) });
    expect(await service.records.prices(derived)).toEqual({ '2026-12-01': null });
  });

  it('are refused an unknown parent, with a pointer', async () => {
    const answer = await create(room, { name: 'Derived', derivation: rule('987654') });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        errors: [{ pointer: '/derivation/from', message: 'names rate plan 987654, which is unknown' }],
      },
    });
  });

  it('are refused themselves as parent, and a circle, also through other rooms', async () => {
    const other = await service.records.room();
    const away = (await create(other, { name: 'Away', derivation: rule(base) })).body.id;
    const back = (await create(room, { name: 'Back', derivation: rule(away) })).body.id;
    const itself = await change(base, { derivation: rule(base) });
    expect(itself).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('from itself') as string },
    });
    const circle = await change(base, { derivation: rule(back) });
    expect(circle).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('in a circle') as string },
    });
  });

  it('are refused a parent in a circle that was made past the service, and can be read and taken out of it', async () => {
    const derived = await service.records.ratePlan(room, base);
    await service.dataSource.query(
      `UPDATE rate_plan SET derived_from_id = $2, derivation = $3 WHERE id = $1`,
      [base, derived, JSON.stringify({ steps: [], rounding: toTheCent, minimum: null, maximum: null })],
    );
    expect((await create(room, { name: 'Below', derivation: rule(base) })).status).toBe(409);
    expect((await service.admin('GET', `/ratePlans/${base}`)).status).toBe(200);
    expect((await change(base, { derivation: null })).status).toBe(200);
    expect((await create(room, { name: 'Below', derivation: rule(base) })).status).toBe(201);
  });

  it('are refused the second half of a circle when two people save the halves at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const rooms = [await service.records.room(), await service.records.room()] as const;
      const [one, two] = [await service.records.ratePlan(rooms[0]), await service.records.ratePlan(rooms[1])];
      const answers = await Promise.all([
        change(one, { derivation: rule(two) }),
        change(two, { derivation: rule(one) }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it('are refused more than 10 derived plans below a root, wherever the chain is lengthened', async () => {
    const chain = [base];
    for (let level = 1; level <= 10; level++) {
      const plan = await create(room, { name: `Level ${level}`, derivation: rule(chain.at(-1)!) });
      expect(plan.status).toBe(201);
      chain.push(plan.body.id);
    }
    const eleventh = await create(room, { name: 'Level 11', derivation: rule(chain.at(-1)!) });
    expect(eleventh).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('11 levels') as string },
    });
    const root = await service.records.ratePlan(room);
    const above = await change(base, { derivation: rule(root) });
    expect(above).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('11 levels') as string },
    });
    expect((await change(chain[1]!, { derivation: rule(root) })).status).toBe(200);
  });

  it('are refused another currency than that of their parent or of plans that derive from them', async () => {
    const derived = (await create(room, { name: 'Derived', derivation: rule(base) })).body.id;
    const francs = (await create(room, { name: 'Francs', currency: 'CHF' })).body.id;
    expect((await create(room, { name: 'Derived', currency: 'USD', derivation: rule(base) })).status).toBe(
      409,
    );
    expect((await change(francs, { derivation: rule(base) })).body.detail).toContain('is in EUR');
    expect((await change(derived, { currency: 'CHF' })).status).toBe(409);
    expect((await change(base, { currency: 'CHF' })).status).toBe(409);
    expect((await change(francs, { currency: 'USD' })).status).toBe(200);
  });

  it('are refused a rule that would take a stored price to 10^10', async () => {
    await push(5_000_000_000, '2026-12-01');
    const answer = await create(room, {
      name: 'Double',
      derivation: rule(base, { steps: [{ percent: '100' }] }),
    });
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('2026-12-01') as string },
    });
  });

  it.each([
    [{ steps: undefined }, '/derivation/steps'],
    [{ steps: Array.from({ length: 11 }, () => ({ amount: '1' })) }, '/derivation/steps'],
    [{ steps: [{}] }, '/derivation/steps/0'],
    [{ steps: [{ percent: '1', amount: '1' }] }, '/derivation/steps/0'],
    [{ steps: [{ percent: '1' }, { percent: 10 }] }, '/derivation/steps/1/percent'],
    [{ steps: [{ percent: '1e3' }] }, '/derivation/steps/0/percent'],
    [{ steps: [{ amount: '0.00001' }] }, '/derivation/steps/0/amount'],
    [{ steps: [{ amount: '1', extra: 1 }] }, '/derivation/steps/0/extra'],
    [{ rounding: { mode: 'nearest', increment: '1' } }, '/derivation/rounding/mode'],
    [{ rounding: { mode: 'up', increment: '0' } }, '/derivation/rounding/increment'],
    [{ rounding: { mode: 'up', increment: '0.00' } }, '/derivation/rounding/increment'],
    [{ rounding: { mode: 'up', increment: '-1' } }, '/derivation/rounding/increment'],
    [{ rounding: { mode: 'up', increment: '0.00001' } }, '/derivation/rounding/increment'],
    [{ rounding: null }, '/derivation/rounding'],
    [{ minimum: '-1' }, '/derivation/minimum'],
    [{ minimum: '10.01', maximum: '10' }, '/derivation/minimum'],
    [{ from: 'base' }, '/derivation/from'],
  ])('are refused the derivation %j, with a pointer', async (more, pointer) => {
    const answer = await create(room, { name: 'Derived', derivation: { ...rule(base), ...more } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error) => error.pointer)).toContain(pointer);
  });

  it('are deleted with their prices, but not while a plan derives from them', async () => {
    const derived = (await create(room, { name: 'Derived', derivation: rule(base) })).body.id;
    await push(100, '2026-12-01');
    expect(await service.admin<Plan>('DELETE', `/ratePlans/${base}`)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(derived) as string },
    });
    expect((await service.admin('DELETE', `/ratePlans/${derived}`)).status).toBe(204);
    expect((await service.admin('DELETE', `/ratePlans/${base}`)).status).toBe(204);
    expect((await service.admin('DELETE', `/ratePlans/${base}`)).status).toBe(404);
    expect(await service.records.prices(base)).toEqual({});
  });

  it('wait for a room that a plan below has come to while they waited for their own', async () => {
    const [other, second] = [await service.records.room(), await service.records.ratePlan(room)];
    const derived = (await create(room, { name: 'Derived', derivation: rule(base) })).body.id;
    const [own, foreign] = [await holdRoom(service, room), await holdRoom(service, other)];
    const changed = change(derived, { derivation: rule(second) });
    await isWaitingForALock(service);
    const below = await service.records.ratePlan(other, derived);
    await own.release();
    await isWaitingForALock(service);
    await service.dataSource.query(`INSERT INTO room_availability VALUES ($1, '2026-12-01', 1, 0)`, [room]);
    await service.dataSource.query(`INSERT INTO rate_room_availability VALUES ($1, $2, '2026-12-01', 9)`, [
      room,
      second,
    ]);
    await foreign.release();
    expect((await changed).status).toBe(200);
    expect(await service.records.prices(below)).toEqual({ '2026-12-01': '9.0000' });
  });

  it('are deleted and changed while pushes arrive, and no push fails for it', async () => {
    const answers = [];
    for (let round = 0; round < 10; round++) {
      const derived = (await create(room, { name: 'Derived', derivation: rule(base) })).body.id;
      answers.push(push(round, '2026-12-01', '2026-12-02'), push(round + 1, '2026-12-02'));
      await change(derived, { derivation: rule(base, { steps: [{ percent: String(round) }] }) });
      answers.push(push(round + 2, '2026-12-03'));
      await service.admin('DELETE', `/ratePlans/${derived}`);
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(
      Array.from({ length: 30 }, () => 200),
    );
  });

  describe('in a preview', () => {
    it('show per date what a rule would make of the stored prices, and change nothing', async () => {
      const derived = (await create(room, { name: 'Derived', derivation: rule(base) })).body.id;
      await push('100.10', '2026-12-01');
      await push(30, '2026-12-02');
      await push(0, '2026-12-03');
      await push(900, '2026-12-04');
      await service.pushInventory(room, [{ date: '2026-12-05', inventoryNumber: 1 }]);
      const derivation = rule(base, { steps: [{ percent: '-10' }], minimum: '40', maximum: '500' });
      const preview = { ratePlanId: derived, derivation, from: '2026-12-01', to: '2026-12-31' };
      const answer = await service.admin('POST', '/derivations/preview', preview);
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.body).toEqual({
        ratePlanId: derived,
        from: '2026-12-01',
        to: '2026-12-31',
        changed: 4,
        reachedMinimum: 2,
        reachedMaximum: 1,
        reachedZero: 0,
        days: [
          { date: '2026-12-01', parentPrice: '100.10', newPrice: '90.09', oldPrice: '100.10', reached: null },
          {
            date: '2026-12-02',
            parentPrice: '30.00',
            newPrice: '40.00',
            oldPrice: '30.00',
            reached: 'minimum',
          },
          {
            date: '2026-12-03',
            parentPrice: '0.00',
            newPrice: '40.00',
            oldPrice: '0.00',
            reached: 'minimum',
          },
          {
            date: '2026-12-04',
            parentPrice: '900.00',
            newPrice: '500.00',
            oldPrice: '900.00',
            reached: 'maximum',
          },
          { date: '2026-12-05', parentPrice: null, newPrice: null, oldPrice: null, reached: null },
        ],
      });
      expect(await service.records.prices(derived)).toMatchObject({ '2026-12-01': '100.1000' });
    });

    it('count prices that would be zero', async () => {
      await push(3, '2026-12-01');
      const derived = (await create(room, { name: 'Derived', derivation: rule(base) })).body.id;
      const derivation = rule(base, { steps: [{ amount: '-5' }] });
      const preview = { ratePlanId: derived, derivation, from: '2026-12-01', to: '2026-12-01' };
      const { body } = await service.admin('POST', '/derivations/preview', preview);
      expect(body).toMatchObject({ reachedZero: 1, days: [{ newPrice: '0.00', reached: 'zero' }] });
    });

    it.each([
      [{ to: '2026-11-30' }, 400],
      [{ to: '2028-12-31' }, 400],
      [{ from: '2026-13-01' }, 400],
      [{ ratePlanId: '987654' }, 404],
    ])('are refused %j', async (wrong, status) => {
      const preview = {
        ratePlanId: base,
        derivation: rule(base),
        from: '2026-12-01',
        to: '2026-12-31',
        ...wrong,
      };
      expect((await service.admin('POST', '/derivations/preview', preview)).status).toBe(status);
    });

    it('are refused what saving would be refused', async () => {
      const preview = { ratePlanId: base, derivation: rule(base), from: '2026-12-01', to: '2026-12-31' };
      expect((await service.admin('POST', '/derivations/preview', preview)).status).toBe(409);
    });
  });
});
