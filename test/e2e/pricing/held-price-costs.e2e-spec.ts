import { days, GuardedPlan } from '../../support/held-prices';
import { TestService } from '../../support/service';
import { countStatements } from '../../support/statements';

describe('a plan with a guard and many records', () => {
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

  const statementsOf = async (call: () => Promise<unknown>) => {
    const counted = countStatements(service.dataSource);
    await call();
    return counted.stop().length;
  };
  const pushAll = (price: number, id = plan) =>
    service.pushPrices(
      room,
      id,
      days(730).map((date) => ({ date, price })),
    );

  it('A push costs no extra statement while nothing is held, and three for held prices', async () => {
    const free = await service.records.ratePlan(room);
    for (const id of [free, plan]) await pushAll(100, id);
    const unguarded = await statementsOf(() => pushAll(101, free));
    expect(await statementsOf(() => pushAll(101))).toBe(unguarded);
    const some = days(730).map((date, day) => ({ date, price: day % 2 ? 1 : 102 }));
    const taken = some.filter(({ price }) => price === 102);
    const ofTaken = await statementsOf(() => service.pushPrices(room, free, taken));
    expect(await statementsOf(() => service.pushPrices(room, plan, some))).toBe(ofTaken + 3);
    expect(Object.keys(await guarded.held())).toHaveLength(50);
    expect(await statementsOf(() => pushAll(1))).toBeLessThanOrEqual(unguarded + 1);
    await pushAll(103);
    await guarded.setGuard(null);
    expect(await statementsOf(() => pushAll(104))).toBe(unguarded);
  });

  it('A push of 5,000 records holds 730 dates at once, and they can be released', async () => {
    const dates = days(730);
    const records = Array.from({ length: 5_000 }, (_, n) => ({
      date: dates[n % 730],
      price: n < 4_000 ? 100 : 1,
    }));
    const answer = await service.pushPrices(room, plan, records);
    expect(answer.headers.get('x-records-held')).toBe('730');
    const { body } = await guarded.decide('release', '2026-12-01', '2028-12-01');
    expect(body.records).toBe(730);
    const prices = Object.values(await service.records.prices(plan));
    expect([prices.length, new Set(prices)]).toEqual([730, new Set(['1.0000'])]);
  });

  it('A release of 730 dates recalculates a tree of 200 plans', async () => {
    await service.dataSource.query(
      `INSERT INTO rate_plan (room_id, name, derived_from_id, derivation)
         SELECT $1, 'Plan', $2, $3::jsonb FROM generate_series(1, 200)`,
      [
        room,
        plan,
        {
          steps: [{ amount: '1' }],
          rounding: { mode: 'halfUp', increment: '0.01' },
          minimum: null,
          maximum: null,
        },
      ],
    );
    await pushAll(1);
    expect((await guarded.decide('release', '2026-12-01', '2028-12-01')).body.records).toBe(730);
    const [{ cells }] = await service.dataSource.query<[{ cells: number }]>(
      `SELECT count(*)::int AS cells FROM rate_room_availability WHERE room_id = $1 AND price IN (1, 2)`,
      [room],
    );
    expect(cells).toBe(730 * 201);
  });
});
