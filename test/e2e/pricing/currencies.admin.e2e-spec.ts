import { TestService } from '../../support/service';

const DATE = '2026-12-01';

interface Plan {
  id: string;
  currency: string;
  derivation: { rounding: object } | null;
  detail: string;
}

describe('the currencies of rate plans', () => {
  let service: TestService;
  let room: string;
  beforeAll(async () => (service = await TestService.start()));
  afterAll(() => service.stop());
  beforeEach(async () => (room = await service.records.room()));

  const create = async (plan: object) =>
    (await service.admin<Plan>('POST', `/rooms/${room}/ratePlans`, { name: 'Plan', ...plan })).body;
  const change = (id: string, changes: object) => service.admin<Plan>('PATCH', `/ratePlans/${id}`, changes);
  const push = (id: string, price: string) => service.pushPrices(room, id, [{ date: DATE, price }]);
  const minus10 = (from: string, more: object = {}) => ({ from, steps: [{ percent: '-10' }], ...more });

  it.each([
    ['JPY', '12345', '1', '11111.0000'],
    ['KWD', '45.125', '0.001', '40.6130'],
    ['EUR', '100.15', '0.01', '90.1400'],
    ['CLF', '0.1234', '0.0001', '0.1111'],
  ])(
    'A rule without a rounding rounds %s half up to its smallest unit',
    async (currency, price, increment, derived) => {
      const base = await create({ currency });
      await push(base.id, price);
      const plan = await create({ derivation: minus10(base.id) });
      expect(plan).toMatchObject({ currency, derivation: { rounding: { mode: 'halfUp', increment } } });
      expect(await service.records.prices(plan.id)).toEqual({ [DATE]: derived });
    },
  );

  it('A rounding without an increment rounds to the smallest unit of the currency', async () => {
    const base = await create({ currency: 'JPY' });
    await push(base.id, '12345');
    const plan = await create({ derivation: minus10(base.id, { rounding: { mode: 'down' } }) });
    expect(await service.records.prices(plan.id)).toEqual({ [DATE]: '11110.0000' });
  });

  it('A changed rule without a rounding, and its preview, round to the smallest unit of the currency', async () => {
    const base = await create({ currency: 'JPY' });
    await push(base.id, '12345');
    const plan = await create({
      derivation: minus10(base.id, { rounding: { mode: 'up', increment: '100' } }),
    });
    const preview = { derivation: minus10(base.id), from: DATE, to: DATE };
    const previewed = await service.admin('POST', '/derivations/preview', preview);
    expect(previewed.body).toMatchObject({ days: [{ newPrice: '11111.00' }] });
    await change(plan.id, { derivation: minus10(base.id) });
    expect(await service.records.prices(plan.id)).toEqual({ [DATE]: '11111.0000' });
  });

  it('A rounding without an increment for several plans rounds each to the smallest unit of its currency', async () => {
    const plans = [];
    for (const currency of ['JPY', 'KWD']) {
      const base = await create({ currency });
      await push(base.id, '45.125');
      const rounding = { mode: 'down', increment: '5' };
      plans.push((await create({ derivation: minus10(base.id, { rounding }) })).id);
    }
    const changes = { ratePlanIds: plans, derivation: { rounding: { mode: 'halfUp' } }, dryRun: false };
    expect((await service.admin('PATCH', '/ratePlans', changes)).status).toBe(200);
    expect(await Promise.all(plans.map((id) => service.records.prices(id)))).toEqual([
      { [DATE]: '41.0000' },
      { [DATE]: '40.6130' },
    ]);
  });

  it('A rule that is stored with another rounding keeps it until someone changes it', async () => {
    const base = await create({ currency: 'JPY' });
    const cents = { mode: 'halfUp', increment: '0.01' };
    const plan = await create({ derivation: minus10(base.id, { rounding: cents }) });
    const changes = { ratePlanIds: [plan.id], derivation: { steps: [{ percent: '-20' }] }, dryRun: false };
    await service.admin('PATCH', '/ratePlans', changes);
    expect((await service.admin<Plan>('GET', `/ratePlans/${plan.id}`)).body.derivation?.rounding).toEqual(
      cents,
    );
  });

  it('The currency of a plan with a price does not change, and the answer says what to do', async () => {
    const plan = await create({ currency: 'EUR' });
    await push(plan.id, '100');
    expect(await change(plan.id, { currency: 'JPY' })).toMatchObject({
      status: 409,
      body: {
        detail:
          `Rate plan ${plan.id} has prices in EUR, so its currency cannot change. ` +
          `Create another rate plan in JPY, and push its prices.`,
      },
    });
    expect((await change(plan.id, { currency: 'EUR', name: 'Same currency' })).status).toBe(200);
  });

  it('The currency of a plan with a held price does not change', async () => {
    const plan = await create({ currency: 'EUR', guard: { minimum: '40.00' } });
    await push(plan.id, '1');
    expect((await change(plan.id, { currency: 'JPY' })).status).toBe(409);
  });

  it('A plan with prices does not move below a plan of another currency', async () => {
    const yen = await create({ currency: 'JPY' });
    const plan = await create({ currency: 'EUR' });
    await push(plan.id, '100');
    expect((await change(plan.id, { derivation: minus10(yen.id) })).status).toBe(409);
    expect((await change(plan.id, { derivation: minus10(yen.id), currency: 'JPY' })).body.detail).toContain(
      'has prices in EUR',
    );
    expect(await service.records.prices(plan.id)).toEqual({ [DATE]: '100.0000' });
  });

  it('An import does not change the currency of a plan with prices', async () => {
    const plan = await create({ currency: 'EUR' });
    await push(plan.id, '100');
    const csv = `Room id,Rate plan id,Currency\n${room},${plan.id},JPY`;
    const problems = [{ message: expect.stringContaining('has prices in EUR') as string }];
    expect((await service.importCsv(csv, { dryRun: 'true' })).body).toMatchObject({
      lines: [{ line: 2, action: 'refuse', problems }],
    });
  });

  it('The currency of a plan changes while it has restrictions only, and its rule then rounds to the new unit', async () => {
    const [euros, yen] = [await create({ currency: 'EUR' }), await create({ currency: 'JPY' })];
    const plan = await create({ derivation: minus10(euros.id) });
    await service.post(`/updateCalendarMinStay?roomId=${room}&ratePlanId=${plan.id}`, [
      { date: DATE, minStay: 3 },
    ]);
    const csv = `Room id,Rate plan id,Currency,Derived from,Per cent\n${room},${plan.id},JPY,${yen.id},-10`;
    expect((await service.importCsv(csv)).status).toBe(200);
    expect((await service.admin('GET', `/ratePlans/${plan.id}`)).body).toMatchObject({
      currency: 'JPY',
      derivation: { from: yen.id, rounding: { mode: 'halfUp', increment: '1' } },
    });
  });
});
