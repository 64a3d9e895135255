import { TestService } from '../../support/service';

describe('the limits of rate plans', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({
      settings: { DERIVED_PLANS_MAX: '3', RATE_PLANS_PER_ROOM_MAX: '5' },
    });
  });
  afterAll(() => service.stop());

  interface Plan {
    id: string;
    detail: string;
  }
  const rule = (from: string, percent = '1') => ({ from, steps: [{ percent }] });
  const create = (roomId: string, plan: object) =>
    service.admin<Plan>('POST', `/rooms/${roomId}/ratePlans`, { name: 'Plan', ...plan });
  const change = (id: string, changes: object) => service.admin<Plan>('PATCH', `/ratePlans/${id}`, changes);

  it('A root plan has a maximum number of derived plans, in any rooms, and a further plan is a 409 that says so', async () => {
    const [room, other] = [await service.records.room(), await service.records.room()];
    const root = await service.records.ratePlan(room);
    const first = await service.records.ratePlan(other, root);
    const second = await service.records.ratePlan(other, first);
    const last = await create(room, { derivation: rule(root) });
    expect(last.status).toBe(201);
    for (const from of [root, second, last.body.id])
      expect(await create(other, { derivation: rule(from) })).toMatchObject({
        status: 409,
        body: { detail: expect.stringMatching(`4 rate plans .* ${root}.* 3 .*DERIVED_PLANS_MAX`) as string },
      });
  });

  it('The maximum of derived plans counts all plans below a plan that gets a parent', async () => {
    const room = await service.records.room();
    const root = await service.records.ratePlan(room);
    await service.records.ratePlan(room, root);
    const moved = await service.records.ratePlan(room);
    await service.records.ratePlan(room, moved);
    await service.records.ratePlan(room, moved);
    expect((await change(moved, { derivation: rule(root) })).status).toBe(409);
    const preview = { ratePlanId: moved, derivation: rule(root), from: '2026-12-01', to: '2026-12-02' };
    expect((await service.admin('POST', '/derivations/preview', preview)).status).toBe(409);
  });

  it('An existing tree above the maximum keeps working: pushes, new rules, and parents within it', async () => {
    const room = await service.records.room();
    const root = await service.records.ratePlan(room);
    const plans = [];
    for (let n = 0; n < 5; n++) plans.push(await service.records.ratePlan(room, root));
    const [one, two] = plans as [string, string];
    expect((await service.pushPrices(room, root, [{ date: '2026-12-01', price: 100 }])).status).toBe(200);
    expect((await change(one, { derivation: rule(root, '10') })).status).toBe(200);
    expect((await change(one, { derivation: rule(two, '10') })).status).toBe(200);
    expect(await service.records.prices(one)).toEqual({ '2026-12-01': '110.0000' });
  });

  it('A room has a maximum number of plans, and a further plan is a 409 that says so', async () => {
    const room = await service.records.room();
    for (let n = 0; n < 5; n++) expect((await create(room, {})).status).toBe(201);
    expect(await create(room, {})).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(`Room ${room} has 5 .*RATE_PLANS_PER_ROOM_MAX`) as string },
    });
  });
});
