import { addDays } from '../../../src/platform/dates/calendar-date';
import type { CalendarDate } from '../../../src/platform/dates/calendar-date';
import { countStatements } from '../../support/statements';
import { TestService } from '../../support/service';

const FIRST = '2026-12-01' as CalendarDate;
const days = (count: number) => Array.from({ length: count }, (_, day) => addDays(FIRST, day));

/** On a Citus cluster, a push also locks its room on the worker. */
const LOCKS_ON_WORKER = process.env['CITUS_DATABASE_URL'] ? 1 : 0;

/** Shuffles things; the same seed gives the same order. */
function shuffled<T>(things: T[], seed: number): T[] {
  const keyed = things.map((thing, index) => ({ thing, key: (index * 7919 + seed * 104729) % 1009 }));
  return keyed.sort((a, b) => a.key - b.key).map(({ thing }) => thing);
}

describe('pushes at the same moment', () => {
  let service: TestService;
  let other: TestService;
  beforeAll(async () => {
    service = await TestService.start();
    other = await TestService.start({ beside: service });
  });
  afterAll(async () => {
    await other.stop();
    await service.stop();
  });

  async function deadlocks(): Promise<number> {
    // A session writes the counter when it ends a transaction, at most a second later.
    await service.dataSource.query(`SELECT pg_stat_force_next_flush()`).catch(() => undefined);
    const [row] = await service.dataSource.query<[{ deadlocks: string }]>(
      `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`,
    );
    return Number(row.deadlocks);
  }

  it('Simultaneous pushes of shuffled dates to one room all succeed on two instances, without a deadlock', async () => {
    const room = await service.records.room();
    const base = await service.records.ratePlan(room);
    const derived = await service.records.ratePlan(room, base, { steps: [{ percent: '-10' }] });
    const below = await service.records.ratePlan(room, derived, { steps: [{ amount: '5' }] });
    const dates = days(60);

    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, n) => {
        const instance = n % 2 ? service : other;
        if (n % 8 === 7) {
          const body = shuffled(dates, n).map((date) => ({ date, inventoryNumber: n }));
          return instance.pushInventory(room, body);
        }
        return instance.pushPrices(
          room,
          base,
          shuffled(dates, n).map((date) => ({ date, price: 100 + n })),
        );
      }),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const [pushed, once, twice] = [
      await service.records.prices(base),
      await service.records.prices(derived),
      await service.records.prices(below),
    ];
    expect(Object.keys(pushed)).toEqual(dates);
    expect(new Set(Object.values(pushed)).size).toBe(1);
    for (const date of dates) {
      expect(Number(once[date])).toBeCloseTo(Number(pushed[date]) * 0.9, 10);
      expect(Number(twice[date])).toBeCloseTo(Number(once[date]) + 5, 10);
    }
    expect(await deadlocks()).toBe(0);
  });

  it('Simultaneous pushes to two rooms that derive from each other all succeed, without a deadlock', async () => {
    const [one, two] = [await service.records.room(), await service.records.room()];
    const baseOfOne = await service.records.ratePlan(one);
    const baseOfTwo = await service.records.ratePlan(two);
    const inTwo = await service.records.ratePlan(two, baseOfOne, { steps: [{ percent: '-10' }] });
    const inOne = await service.records.ratePlan(one, baseOfTwo, { steps: [{ percent: '20' }] });
    const backInOne = await service.records.ratePlan(one, inTwo, { steps: [{ amount: '7' }] });
    const dates = days(40);

    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, n) => {
        const instance = n % 4 < 2 ? service : other;
        const [room, plan] = n % 2 ? [one, baseOfOne] : [two, baseOfTwo];
        if (n % 8 > 5) {
          return instance.pushInventory(
            room,
            shuffled(dates, n).map((date) => ({ date, inventoryNumber: n })),
          );
        }
        return instance.pushPrices(
          room,
          plan,
          shuffled(dates, n).map((date) => ({ date, price: 100 + n })),
        );
      }),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const prices = async (plan: string) => Object.values(await service.records.prices(plan)).map(Number);
    const [first, second] = [await prices(baseOfOne), await prices(baseOfTwo)];
    expect(first).toHaveLength(40);
    expect(await prices(inTwo)).toEqual(first.map((price) => Math.round(price * 90) / 100));
    expect(await prices(backInOne)).toEqual(first.map((price) => Math.round(price * 90) / 100 + 7));
    expect(await prices(inOne)).toEqual(second.map((price) => Math.round(price * 120) / 100));
    expect(await deadlocks()).toBe(0);
  });

  it('If a caller sends pushes without waiting for answers, the last push sets the price', async () => {
    const room = await service.records.room();
    const plan = await service.records.ratePlan(room);
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          service.pushPrices(room, plan, [{ date: FIRST, price: round * 10 + n }]),
        ),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      const order = await service.dataSource.query<{ id: string }[]>(
        `SELECT id FROM journal_entry WHERE room_id = $1 ORDER BY applied_at DESC LIMIT 1`,
        [room],
      );
      // The network decides in which order the service reads the ten connections. The call that it reads last has the last id.
      const ids = answers.map((answer) => answer.headers.get('x-request-id') ?? '');
      const last = ids.indexOf([...ids].sort().at(-1) ?? '');
      expect(order[0]?.id).toBe(ids[last]);
      expect(Number((await service.records.prices(plan))[FIRST])).toBe(round * 10 + last);
    }
  });
});

describe('a push of 730 dates to a plan with ten derived plans', () => {
  let service: TestService;
  let room: string;
  let base: string;
  beforeAll(async () => {
    service = await TestService.start();
    room = await service.records.room();
    base = await service.records.ratePlan(room);
    for (let n = 1; n <= 10; n++)
      await service.records.ratePlan(room, base, { steps: [{ amount: String(n) }] });
    await service.pushPrices('987654', '1', []); // Looks the access token up once.
  });
  afterAll(() => service.stop());

  const push = (price: number) =>
    service.pushPrices(
      room,
      base,
      days(730).map((date) => ({ date, price })),
    );

  it.each([
    ['creating everything', 100, 14],
    ['changing everything', 101, 10],
    ['changing nothing', 101, 9],
  ])('A push of 730 dates, %s, takes a handful of statements', async (_, price, most) => {
    const counted = countStatements(service.dataSource);
    const answer = await push(price);
    expect(answer.text).toBe('Price is successfully updated');
    const statements = counted.stop();
    expect(statements.filter((sql) => /rate_room_availability/.test(sql)).length).toBeGreaterThan(0);
    expect(statements.length).toBeLessThanOrEqual(most + LOCKS_ON_WORKER);
    const [{ rows }] = await service.dataSource.query<[{ rows: number }]>(
      `SELECT count(*)::int AS rows FROM rate_room_availability WHERE room_id = $1 AND price >= $2`,
      [room, price],
    );
    expect(rows).toBe(730 * 11);
  });

  it('A push of inventory for 730 dates takes a handful of statements', async () => {
    const inventory = (inventoryNumber: number) =>
      service.pushInventory(
        room,
        days(730).map((date) => ({ date, inventoryNumber })),
      );
    await inventory(1);
    const counted = countStatements(service.dataSource);
    await inventory(2);
    expect(counted.stop().length).toBeLessThanOrEqual(10 + LOCKS_ON_WORKER);
  });
});
