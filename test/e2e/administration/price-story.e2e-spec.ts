import type { Story } from '../../support/past';
import { Past } from '../../support/past';
import { TestService } from '../../support/service';
import { itUnlessOnCitus } from '../../support/it-unless-on-citus';

describe('the story of a price', () => {
  let service: TestService;
  let past: Past;
  beforeAll(async () => {
    service = await TestService.start();
    past = new Past(service);
  });
  afterAll(() => service.stop());

  it('The story of a derived price explains each rule, up to the pushed price', async () => {
    const room = await past.room();
    const base = await past.plan(room);
    const derived = await past.plan(room, {
      derivation: { from: base, steps: [{ percent: '-10' }, { amount: '5.00' }] },
    });
    const below = await past.plan(room, {
      derivation: {
        from: derived,
        steps: [{ percent: '-33.3333' }],
        rounding: { mode: 'up', increment: '0.50' },
        minimum: '70',
      },
    });
    const push = await service.pushPrices(room, base, [{ date: '2026-12-01', price: '100.10' }]);

    const { body } = await past.story(below);

    expect(body).toEqual({
      ratePlanId: below,
      date: '2026-12-01',
      price: '70.00',
      held: null,
      origin: 'derived',
      derivation: {
        from: derived,
        parentPrice: '95.09',
        steps: [{ percent: '-33.3333', result: '63.39336503' }],
        rounded: '63.50',
        clamped: '70.00',
        parent: {
          ratePlanId: derived,
          date: '2026-12-01',
          price: '95.09',
          held: null,
          origin: 'derived',
          derivation: {
            from: base,
            parentPrice: '100.10',
            steps: [
              { percent: '-10', result: '90.09' },
              { amount: '5.00', result: '95.09' },
            ],
            rounded: '95.09',
            clamped: null,
            parent: {
              ratePlanId: base,
              date: '2026-12-01',
              price: '100.10',
              held: null,
              origin: 'pushed',
              derivation: null,
            },
          },
        },
      },
      rulePrice: '70.00',
      knownSince: expect.any(String) as string,
      history: [
        {
          requestId: push.headers.get('x-request-id'),
          at: await past.momentOf(push.headers),
          token: 'test',
          kind: 'push',
          price: '70.00',
        },
      ],
      nextCursor: null,
    });
  });

  it('The story of a price says whether the price was pushed, derived or not set, and what changed it', async () => {
    const room = await past.room();
    const base = await past.plan(room);
    const derived = await past.plan(room, { derivation: { from: base, steps: [] } });
    await service.pushInventory(room, [{ date: '2026-12-01', inventoryNumber: 1 }]);
    const origin = async () => (await past.story(derived)).body.origin;
    expect(await origin()).toBe('notSet');
    await past.push(room, base, 10);
    expect(await origin()).toBe('derived');
    await past.push(room, derived, 9);
    expect(await origin()).toBe('pushed');
    expect((await past.story(derived)).body).toMatchObject({ price: '9.00', rulePrice: '10.00' });
    await past.push(room, base, 9);
    expect(await origin()).toBe('derived');
    await service.admin('PATCH', `/ratePlans/${derived}`, {
      derivation: { from: base, steps: [{ amount: '1' }] },
    });
    const { body } = await past.story(derived);
    expect(body.history.map(({ kind, price }) => [kind, price])).toEqual([
      ['derivation', '10.00'],
      ['push', '9.00'],
      ['push', '10.00'],
    ]);
  });

  it('A derived price has a story even if its parent has no price record on the date', async () => {
    const room = await past.room();
    const [first, second] = [await past.plan(room), await past.plan(room)];
    await past.push(room, first, 100);
    const derived = await past.plan(room, { derivation: { from: first, steps: [{ percent: '-10' }] } });
    await service.admin('PATCH', `/ratePlans/${derived}`, {
      derivation: { from: second, steps: [{ percent: '-10' }] },
    });
    expect(await past.story(derived)).toMatchObject({
      status: 200,
      body: {
        price: '90.00',
        origin: 'pushed',
        derivation: {
          from: second,
          parentPrice: null,
          steps: [],
          parent: { price: null, origin: 'notSet', derivation: null },
        },
        history: [{ kind: 'derivation', price: '90.00' }],
      },
    });
  });

  it('The story of a price comes in pages, the newest entry first, without pushes of other plans of the room', async () => {
    const room = await past.room();
    const [plan, other] = [await past.plan(room), await past.plan(room)];
    for (let price = 1; price <= 5; price++) {
      await past.push(room, plan, price);
      await past.push(room, plan, price);
      await past.push(room, other, price);
    }
    const pages: Story['history'][] = [];
    for (let query: string | null = '?limit=2'; query;) {
      const { body }: { body: Story } = await past.story(plan, query);
      pages.push(body.history);
      query = body.nextCursor && `?limit=2&cursor=${body.nextCursor}`;
    }
    expect(pages.map((page) => page.map(({ price }) => price))).toEqual([
      ['5.00', '4.00'],
      ['3.00', '2.00'],
      ['1.00'],
    ]);
    expect(await past.story(plan, '?limit=201')).toMatchObject({ status: 400 });
    expect(await past.story(plan, '?cursor=5')).toMatchObject({ status: 400 });
  });

  it('A page of a price story ends early if many changes of other plans lie in between', async () => {
    const room = await past.room();
    const [plan, other] = [await past.plan(room), await past.plan(room)];
    await past.push(room, plan, 1);
    await past.push(room, other, 1);
    // Copying the last state is faster than 4,500 pushes of the other plan.
    await service.dataSource.query(
      `INSERT INTO price_state (room_id, date, plan_list_id, moment, entry_id, prices)
       SELECT room_id, date, plan_list_id, moment + n * interval '1 microsecond', entry_id, prices
         FROM (SELECT * FROM price_state WHERE room_id = $1 ORDER BY moment DESC LIMIT 1) AS newest,
              generate_series(1, 4500) AS n`,
      [room],
    );
    const lengths: number[] = [];
    for (let query: string | null = '?limit=50'; query;) {
      const { body }: { body: Story } = await past.story(plan, query);
      lengths.push(body.history.length);
      query = body.nextCursor && `?limit=50&cursor=${body.nextCursor}`;
    }
    expect(lengths).toEqual([0, 0, 1]);
  });

  itUnlessOnCitus('its nodes have no common snapshot')(
    'The story of a price is one snapshot: its price is that of its newest entry, even while pushes run',
    async () => {
      const room = await past.room();
      const base = await past.plan(room);
      const derived = await past.plan(room, { derivation: { from: base, steps: [{ percent: '-10' }] } });
      await past.push(room, base, 1);
      const prices = Array.from({ length: 80 }, (_, n) => n + 2);
      const torn: unknown[] = [];
      const reading = async () => {
        for (let n = 0; n < 60; n++) {
          const { body } = await past.story(derived);
          if (body.price !== body.history[0]?.price || body.origin !== 'derived') torn.push(body);
        }
      };
      const pushing = async () => {
        for (const price of prices) await past.push(room, base, price);
      };
      await Promise.all([pushing(), reading(), reading(), reading()]);
      expect(torn).toEqual([]);
    },
  );

  it('The story of a price leaves out a former plan with the same id', async () => {
    const room = await past.room();
    const plan = await past.plan(room);
    await past.push(room, plan, 1);
    await past.delete(`/ratePlans/${plan}`, 'Plan');
    await past.plan(room, { id: plan });
    await past.push(room, plan, 2);
    expect((await past.story(plan)).body.history.map(({ price }) => price)).toEqual(['2.00']);
  });

  it('The story of a derived price includes the push of inventory that set the price', async () => {
    const [room, other] = [await service.records.room(), await service.records.room()];
    const base = await service.records.ratePlan(room);
    await past.push(room, base, 100);
    const derived = await service.records.ratePlan(other, base, { steps: [{ percent: '-10' }] });
    const below = await service.records.ratePlan(other, derived, { steps: [{ amount: '1' }] });
    const inventory = await service.pushInventory(other, [{ date: '2026-12-01', inventoryNumber: 4 }]);
    expect((await past.story(below)).body.history).toMatchObject([
      { requestId: inventory.headers.get('x-request-id'), kind: 'push', price: '91.00' },
    ]);
  });

  it('A plan or date without a price record has no story', async () => {
    const room = await past.room();
    const plan = await past.plan(room);
    expect(await past.story(plan)).toMatchObject({ status: 404 });
    expect(await past.story('987654')).toMatchObject({ status: 404 });
    expect(await past.story(plan, '', '2026-02-30')).toMatchObject({ status: 400 });
  });
});
