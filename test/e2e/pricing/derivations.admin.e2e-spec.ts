import { TestService } from '../../support/service';

const rule = (from: string, more: object = {}) => ({ from, steps: [], ...more });
const NO_RESTRICTIONS = { newRestrictions: {}, oldRestrictions: {} };

describe('derived rate plans in the administration', () => {
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

  it('An unknown parent is refused, with a pointer', async () => {
    const answer = await create(room, { name: 'Derived', derivation: rule('987654') });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        errors: [{ pointer: '/derivation/from', message: 'names rate plan 987654, which is unknown' }],
      },
    });
  });

  it('A plan cannot derive from itself or form a circle, also through other rooms', async () => {
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
      body: { detail: expect.stringContaining('form a circle') as string },
    });
  });

  it('A parent in a circle made by SQL is refused, and such plans can be read and removed from it', async () => {
    const derived = await service.records.ratePlan(room, base);
    await service.dataSource.query(
      `UPDATE rate_plan SET derived_from_id = $2, derivation = $3 WHERE id = $1`,
      [
        base,
        derived,
        JSON.stringify({
          steps: [],
          rounding: { mode: 'halfUp', increment: '0.01' },
          minimum: null,
          maximum: null,
        }),
      ],
    );
    expect((await create(room, { name: 'Below', derivation: rule(base) })).status).toBe(409);
    expect((await service.admin('GET', `/ratePlans/${base}`)).status).toBe(200);
    expect((await change(base, { derivation: null })).status).toBe(200);
    expect((await create(room, { name: 'Below', derivation: rule(base) })).status).toBe(201);
  });

  it('A circle is refused when two people save its halves at the same time', async () => {
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

  it('A chain of more than 10 derived plans below a root is refused, wherever the chain grows', async () => {
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

  it('A plan must have the currency of its parent and of the plans derived from it', async () => {
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

  it('A rule that would raise a stored price to 10^10 is refused', async () => {
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

  it('Percentages and amounts can be numbers, and are exact', async () => {
    const body = `{ "name": "Derived", "derivation": { "from": ${base}, "maximum": 1234567890.1000000,
      "steps": [{ "percent": -12.5 }, { "amount": 9999999999.1234 }, { "amount": 0.1000 }, { "amount": 5 }],
      "minimum": 1234567890.1234, "rounding": { "mode": "up", "increment": 0.05 } } }`;
    const create = (text: string) =>
      service.call(`/admin/rooms/${room}/ratePlans`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text,
      });
    expect((await create(body)).status).toBe(400);
    const { status, text } = await create(body.replace('1234567890.1000000', '12345678901234567890'));
    expect({ status, text }).toMatchObject({
      status: 400,
      text: expect.stringContaining('/maximum') as string,
    });
    const created = await create(body.replace('1234567890.1000000', '9876543210.1234'));
    expect(JSON.parse(created.text)).toMatchObject({
      derivation: {
        steps: [{ percent: '-12.5' }, { amount: '9999999999.1234' }, { amount: '0.1' }, { amount: '5' }],
        minimum: '1234567890.1234',
        maximum: '9876543210.1234',
        rounding: { mode: 'up', increment: '0.05' },
      },
    });
  });

  it.each([
    [{ steps: undefined }, '/derivation/steps'],
    [{ steps: Array.from({ length: 11 }, () => ({ amount: '1' })) }, '/derivation/steps'],
    [{ steps: [{}] }, '/derivation/steps/0'],
    [{ steps: [{ percent: '1', amount: '1' }] }, '/derivation/steps/0'],
    [{ steps: [{ percent: '1' }, { percent: true }] }, '/derivation/steps/1/percent'],
    [{ steps: [{ percent: 12345 }] }, '/derivation/steps/0/percent'],
    [{ steps: [{ amount: 0.00001 }] }, '/derivation/steps/0/amount'],
    [{ minimum: -1 }, '/derivation/minimum'],
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
  ])('The derivation %j is refused, with a pointer', async (more, pointer) => {
    const answer = await create(room, { name: 'Derived', derivation: { ...rule(base), ...more } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error) => error.pointer)).toContain(pointer);
  });

  describe('previews of derivations', () => {
    it('A preview shows by date what the rule makes of the stored prices, and changes nothing', async () => {
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
        changedRestrictions: 0,
        reachedMinimum: 2,
        reachedMaximum: 1,
        reachedZero: 0,
        days: [
          {
            date: '2026-12-01',
            parentPrice: '100.10',
            newPrice: '90.09',
            oldPrice: '100.10',
            reached: null,
            ...NO_RESTRICTIONS,
          },
          {
            date: '2026-12-02',
            parentPrice: '30.00',
            newPrice: '40.00',
            oldPrice: '30.00',
            reached: 'minimum',
            ...NO_RESTRICTIONS,
          },
          {
            date: '2026-12-03',
            parentPrice: '0.00',
            newPrice: '40.00',
            oldPrice: '0.00',
            reached: 'minimum',
            ...NO_RESTRICTIONS,
          },
          {
            date: '2026-12-04',
            parentPrice: '900.00',
            newPrice: '500.00',
            oldPrice: '900.00',
            reached: 'maximum',
            ...NO_RESTRICTIONS,
          },
          {
            date: '2026-12-05',
            parentPrice: null,
            newPrice: null,
            oldPrice: null,
            reached: null,
            ...NO_RESTRICTIONS,
          },
        ],
      });
      expect(await service.records.prices(derived)).toMatchObject({ '2026-12-01': '100.1000' });
    });

    it('A preview shows the new restrictions beside the old ones', async () => {
      const derived = (await create(room, { name: 'Derived', derivation: rule(base, { inherit: [] }) })).body
        .id;
      await push('100.10', '2026-12-01', '2026-12-02');
      const minStay = [{ date: '2026-12-01', minStay: 3 }];
      await service.post(`/updateCalendarMinStay?roomId=${room}&ratePlanId=${base}`, minStay);
      const maxStay = [{ date: '2026-12-01', maxStay: 7 }];
      await service.post(`/updateCalendarMaxStay?roomId=${room}&ratePlanId=${derived}`, maxStay);
      const preview = { ratePlanId: derived, from: '2026-12-01', to: '2026-12-02' };
      const ask = async (derivation: unknown) =>
        (await service.admin('POST', '/derivations/preview', { ...preview, derivation })).body;
      expect(await ask(rule(base, { inherit: ['minStayArrival'] }))).toMatchObject({
        changedRestrictions: 1,
        days: [
          { newRestrictions: { minStayArrival: 3, maxStay: 7 }, oldRestrictions: { maxStay: 7 } },
          NO_RESTRICTIONS,
        ],
      });
      expect(await ask(rule(base))).toMatchObject({
        changedRestrictions: 1,
        days: [{ newRestrictions: { minStayArrival: 3 }, oldRestrictions: { maxStay: 7 } }, NO_RESTRICTIONS],
      });
    });

    it('A preview counts prices that would be zero', async () => {
      await push(3, '2026-12-01');
      const derived = (await create(room, { name: 'Derived', derivation: rule(base) })).body.id;
      const derivation = rule(base, { steps: [{ amount: '-5' }] });
      const preview = { ratePlanId: derived, derivation, from: '2026-12-01', to: '2026-12-01' };
      const { body } = await service.admin('POST', '/derivations/preview', preview);
      expect(body).toMatchObject({ reachedZero: 1, days: [{ newPrice: '0.00', reached: 'zero' }] });
    });

    it('A preview of a new plan has no earlier prices', async () => {
      await push('100.10', '2026-12-01');
      const derivation = rule(base, { steps: [{ percent: '-10' }] });
      const preview = { derivation, from: '2026-12-01', to: '2026-12-31' };
      const { status, body } = await service.admin('POST', '/derivations/preview', preview);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          ratePlanId: null,
          from: '2026-12-01',
          to: '2026-12-31',
          changed: 1,
          changedRestrictions: 0,
          reachedMinimum: 0,
          reachedMaximum: 0,
          reachedZero: 0,
          days: [
            {
              date: '2026-12-01',
              parentPrice: '100.10',
              newPrice: '90.09',
              oldPrice: null,
              reached: null,
              ...NO_RESTRICTIONS,
            },
          ],
        },
      });
    });

    it('A preview of a new plan is refused if creating the plan would be', async () => {
      const preview = { from: '2026-12-01', to: '2026-12-31' };
      const unknown = { ...preview, derivation: rule('987654') };
      expect((await service.admin('POST', '/derivations/preview', unknown)).body).toMatchObject({
        errors: [{ pointer: '/derivation/from' }],
      });
      let parent = base;
      for (let level = 1; level <= 10; level++) parent = await service.records.ratePlan(room, parent);
      const tooDeep = await service.admin('POST', '/derivations/preview', {
        ...preview,
        derivation: rule(parent),
      });
      expect(tooDeep).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('11 levels') as string },
      });
    });

    it.each([
      [{ to: '2026-11-30' }, 400],
      [{ to: '2028-12-31' }, 400],
      [{ from: '2026-13-01' }, 400],
      [{ ratePlanId: '987654' }, 404],
    ])('The preview %j is refused', async (wrong, status) => {
      const preview = {
        ratePlanId: base,
        derivation: rule(base),
        from: '2026-12-01',
        to: '2026-12-31',
        ...wrong,
      };
      expect((await service.admin('POST', '/derivations/preview', preview)).status).toBe(status);
    });

    it('A preview is refused if saving would be', async () => {
      const preview = { ratePlanId: base, derivation: rule(base), from: '2026-12-01', to: '2026-12-31' };
      expect((await service.admin('POST', '/derivations/preview', preview)).status).toBe(409);
    });
  });
});
